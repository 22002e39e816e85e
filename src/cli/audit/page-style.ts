// The look of the page: on a phone, on paper, in the dark. One text, so that its hash can stand in the page's policy.

export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fff; --ink: #1b1f24; --soft: #59636e; --line: #d5dae0; --field: #f5f7f9; --link: #0a58b5;
  --verified: #1a7f5a; --inferred: #d29922; --quarantined: #b3402a; --retired: #7d8590;
  --bar: #3b6fb6; --ok: #1a7f5a; --wait: #9a6700; --bad: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171b; --ink: #e4e8ec; --soft: #9aa5b1; --line: #333a42; --field: #1c2127; --link: #79b0f5;
    --verified: #3fb37f; --inferred: #d9a93a; --quarantined: #e0705a; --retired: #8b949e;
    --bar: #6b9ade; --ok: #3fb37f; --wait: #d9a93a; --bad: #f0857a;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 62rem; padding: 1.5rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: break-word;
}
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .75rem; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .4rem; padding-top: .9rem; border-top: 1px solid var(--line); }
p { margin: .4rem 0; }
a { color: var(--link); }
.meta { color: var(--soft); font-size: .92rem; }
.verdict { border-left: 5px solid; padding: .55rem .9rem; margin: 0 0 .75rem; background: var(--field); font-weight: 600; }
.exit-0 { border-color: var(--ok); } .exit-1 { border-color: var(--wait); } .exit-2 { border-color: var(--bad); }
nav ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: .1rem 1.5rem; list-style: none; margin: 1rem 0 0; padding: 0; }
nav li { display: flex; justify-content: space-between; border-bottom: 1px solid var(--line); padding: .2rem 0; }
nav span { font-variant-numeric: tabular-nums; }
.zero { color: var(--soft); }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 1.25rem 2.5rem; margin: 1rem 0; }
figure { margin: 0; }
figcaption, caption { text-align: left; font-weight: 600; padding: .3rem 0; }
svg { display: block; width: 100%; height: auto; max-width: 34rem; }
.axis { font: 12px system-ui, sans-serif; fill: var(--soft); }
.end { text-anchor: end; } .mid { text-anchor: middle; }
.grid { stroke: var(--line); stroke-width: 1; }
.fill-verified { fill: var(--verified); } .fill-inferred { fill: var(--inferred); }
.fill-quarantined { fill: var(--quarantined); } .fill-retired { fill: var(--retired); }
.fill-memories, .fill-findings, .fill-shown { fill: var(--bar); } .fill-silent { fill: var(--retired); }
.bg-verified { background: var(--verified); } .bg-inferred { background: var(--inferred); }
.bg-quarantined { background: var(--quarantined); } .bg-retired, .bg-silent { background: var(--retired); }
.bg-shown { background: var(--bar); }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; list-style: none; margin: .3rem 0 0; padding: 0; font-size: .88rem; }
.swatch { display: inline-block; width: .8em; height: .8em; border-radius: 2px; margin-right: .4em; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.small { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 0 1.75rem; align-items: start; }
.scroll { overflow-x: auto; margin: .6rem 0; }
.scroll:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .32rem .8rem .32rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; white-space: nowrap; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
td.day { white-space: nowrap; font-variant-numeric: tabular-nums; }
td.text { min-width: 5rem; max-width: 24rem; overflow-wrap: break-word; }
code { font: .92em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
@media (max-width: 34rem) {
  body { padding: 1rem .9rem 3rem; font-size: 15px; }
  h1 { font-size: 1.4rem; }
  .wide thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .wide tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line); }
  .wide td { display: flex; gap: .75rem; border: 0; padding: .1rem 0; max-width: none; text-align: left; overflow-wrap: anywhere; }
  .wide td::before { content: attr(data-label); flex: 0 0 6.5rem; color: var(--soft); }
  .wide caption { display: block; }
}
@media print {
  :root { --paper: #fff; --ink: #000; --soft: #444; --line: #bbb; --field: #fff; --link: #000; }
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  nav { display: none; } .scroll { overflow: visible; }
  figure, tr { break-inside: avoid; } h2 { break-after: avoid; }
  svg rect { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
