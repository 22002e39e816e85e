// Keys that a vendor's own manuals, samples and SDK tests, or a standard, print for everyone. They look real and guard
// nothing. Held as digests, so that this list is no list of keys and this repository scans clean.

/** Keys in the tests of Firebase's own SDKs, which the allow-lists of other scanners hold as well. */
const FIREBASE = `f09512748fba0b16 0af7ca9d6351cb3b 4e1351cb5d644bfd b8782c2e3f24ad90 1845a4277921affd
  00d9b06820091e4e af8fab00b919d5de 722ef8d0fe415f2e c8a510e93dc2232b 1751c16ce0f95996
  f50c0e7223f6883c 6a41f911896cf0f3 8ee1d84776130d39 b188721156981c0b 965bd60a8ad7d558`;

/** Test keys of Stripe's manual. */
const STRIPE = "e972e9a49da71e62 1d14fe37e2ef4151 99a23fe108b37c4f";

/** Keys of NIST's examples for AES: SP 800-38A in three lengths, and the one for GCM. */
const NIST = "11f0bf7178f081a3 bb82318146696b97 70cb353eaa530980 ac2711059a514b13";

const SAMPLE_DIGESTS = new Set(`${FIREBASE} ${STRIPE} ${NIST}`.split(/\s+/));

/** Hexadecimal is the same in either case. */
const HEX = /^(?:0x)?[0-9a-f]{32,64}$/i;

export function isPublishedSample(value: string): boolean {
  return SAMPLE_DIGESTS.has(digestOf(HEX.test(value) ? value.replace(/^0x/i, "").toLowerCase() : value));
}

/** Two FNV-1a hashes with different seeds: 64 bits, enough to tell a few dozen samples from any real key. */
function digestOf(value: string): string {
  return [0x811c9dc5, 0x01000193].map((seed) => hashFrom(seed, value).toString(16).padStart(8, "0")).join("");
}

function hashFrom(seed: number, value: string): number {
  let hash = seed;
  for (let index = 0; index < value.length; index += 1) {
    hash = Math.imul(hash ^ value.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash;
}
