// The counters of this process, for Prometheus: requests by route, status and duration. They contain no names of persons or
// tokens.

export type Metrics = {
  readonly count: (route: string, status: number, ms: number) => void;
  readonly render: (gauges: Readonly<Record<string, number>>) => string;
};

const BOUNDS_MS = [5, 10, 25, 50, 100, 250, 500, 1_000, 5_000] as const;

type Series = { count: number; sumMs: number; readonly below: number[] };

export function createMetrics(): Metrics {
  const ends = new Map<string, number>();
  const times = new Map<string, Series>();
  return {
    count: (route, status, ms) => {
      const end = `route="${route}",status="${status}"`;
      ends.set(end, (ends.get(end) ?? 0) + 1);
      const series = times.get(route) ?? { count: 0, sumMs: 0, below: BOUNDS_MS.map(() => 0) };
      series.count += 1;
      series.sumMs += ms;
      for (const [at, bound] of BOUNDS_MS.entries())
        if (ms <= bound) series.below[at] = (series.below[at] ?? 0) + 1;
      times.set(route, series);
    },
    render: (gauges) =>
      [
        "# TYPE credence_hub_requests_total counter",
        ...[...ends].map(([end, count]) => `credence_hub_requests_total{${end}} ${count}`),
        "# TYPE credence_hub_request_seconds histogram",
        ...[...times].flatMap(([route, series]) => renderSeries(route, series)),
        ...Object.entries(gauges).flatMap(([name, value]) => [
          `# TYPE credence_hub_${name} gauge`,
          `credence_hub_${name} ${value}`,
        ]),
        "",
      ].join("\n"),
  };
}

function renderSeries(route: string, { count, sumMs, below }: Series): string[] {
  const name = "credence_hub_request_seconds";
  return [
    ...BOUNDS_MS.map(
      (bound, at) => `${name}_bucket{route="${route}",le="${bound / 1_000}"} ${below[at] ?? 0}`,
    ),
    `${name}_bucket{route="${route}",le="+Inf"} ${count}`,
    `${name}_sum{route="${route}"} ${sumMs / 1_000}`,
    `${name}_count{route="${route}"} ${count}`,
  ];
}
