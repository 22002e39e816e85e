// How long recheck looks for an attack on one pattern.

/**
 * Counted in characters read, not in milliseconds, so that the answer is the same on every machine: a thousand reads a
 * character would be an attack. The first generations find what there is; later ones only repeat it.
 */
export const BOUNDS = {
  attackTimeout: null,
  incubationTimeout: null,
  attackLimit: 20_000_000,
  maxAttackStringSize: 20_000,
  maxDegree: 2,
  maxIteration: 1,
  maxInitialGenerationSize: 30,
  maxGenerationSize: 10,
  timeout: 60_000,
};
