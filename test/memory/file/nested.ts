/** A configuration file with one key in it. */
export function nested(key: string, value: unknown): unknown {
  return key.split(".").reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
}
