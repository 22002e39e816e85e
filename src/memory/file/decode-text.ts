// Bytes → text. Attack: bytes that decode differently elsewhere, or a file that is not text at all.

import { FILE_BYTES_MAX } from "../limits.ts";

export type DecodedText =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "undecodable";
      readonly rule: "not-utf8" | "nul-byte" | "file-too-large";
      readonly message: string;
    };

// The byte order mark is kept: whether it is there is for the reader of the format to say.
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export function decodeMemoryText(bytes: Uint8Array, bytesMax: number = FILE_BYTES_MAX): DecodedText {
  if (bytes.length > bytesMax) return fileTooLarge(bytesMax);
  if (bytes.includes(0)) {
    return {
      kind: "undecodable",
      rule: "nul-byte",
      message: "contains a NUL byte, so it is not a text file",
    };
  }
  try {
    return { kind: "text", text: utf8.decode(bytes) };
  } catch {
    // TextDecoder has one way to fail: bytes that are not UTF-8.
    return { kind: "undecodable", rule: "not-utf8", message: "not valid UTF-8" };
  }
}

function fileTooLarge(bytesMax: number): Extract<DecodedText, { kind: "undecodable" }> {
  const message = `larger than ${bytesMax / 1024} KiB`;
  return { kind: "undecodable", rule: "file-too-large", message };
}
