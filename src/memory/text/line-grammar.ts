// Threat: a name that is read as more than a name. An index line is `- [LABEL] name -> path #tags:a,b`, and the marker
// `(inferred)` is the only thing that tells advice from fact, so a field may contain neither the separators nor the
// marker. A false marker is not harmless: where every text can say "(inferred)", readers learn to overlook the word.

const TAGS_MARKER = "#tags:";
/** White space is collapsed before; at either end of the line a bare arrow would join with ours. */
const BARE_ARROW = /(^| )->(?= |$)/g;
const MARKER = /[(\uFF08\uFE59]([^\S\n]*)(inferred)([^\S\n]*)[)\uFF09\uFE5A]/gi;

/** One line without separators, marker, outer or repeated white space. */
export function neutralizeLine(text: string): string {
  const oneSpaced = removeTagsMarker(text)
    .replace(/\s{2,}|[^\S ]/g, " ")
    .trim();
  return neutralizeMarker(oneSpaced.replace(BARE_ARROW, "$1-"));
}

/** `(inferred)` becomes `[inferred]`: still legible, never the marker. */
export function neutralizeMarker(text: string): string {
  return text.replace(MARKER, "[$1$2$3]");
}

/**
 * Removing one `#tags:` may join the halves of another, so the text is rebuilt unit by unit and looks back after each:
 * one pass, however deep they are nested.
 */
function removeTagsMarker(text: string): string {
  if (!text.toLowerCase().includes(TAGS_MARKER)) return text;
  const kept = new Uint16Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    kept[length] = text.charCodeAt(at);
    length += 1;
    if (endsInMarker(kept, length)) length -= TAGS_MARKER.length;
  }
  return new TextDecoder("utf-16le", { ignoreBOM: true }).decode(kept.subarray(0, length));
}

/** Bit 0x20 makes a letter lower case; controls, which it would turn into punctuation, were dropped before. */
function endsInMarker(units: Uint16Array, length: number): boolean {
  const start = length - TAGS_MARKER.length;
  for (let at = TAGS_MARKER.length - 1; at >= 0; at -= 1) {
    if (((units[start + at] ?? 0) | 0x20) !== TAGS_MARKER.charCodeAt(at)) return false;
  }
  return true;
}
