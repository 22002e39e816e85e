// A screenshot with 256 colours: a third of the bytes, and nobody sees the difference in a page of text.

import { crc32, deflateSync, inflateSync } from "node:zlib";

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");
const COLOURS_MAX = 256;
const [RGB, RGBA, PALETTE] = [2, 6, 3];

type Image = { readonly width: number; readonly height: number; readonly colours: Uint32Array };

export function toPalettePng(png: Buffer): Buffer {
  const { width, height, colours } = readPng(png);
  const palette = findPalette(colours);
  const places = new Map(palette.map((colour, place) => [colour, place]));
  const lines = Buffer.alloc(height * (width + 1));
  for (let at = 0; at < colours.length; at += 1) {
    const colour = colours[at] ?? 0;
    const place = places.get(colour) ?? findNearest(palette, colour);
    places.set(colour, place);
    lines[at + Math.floor(at / width) + 1] = place;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, PALETTE, 0, 0, 0], 8);
  const entries = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return Buffer.concat([
    SIGNATURE,
    renderChunk("IHDR", header),
    renderChunk("PLTE", entries),
    renderChunk("IDAT", deflateSync(lines, { level: 9 })),
    renderChunk("IEND", Buffer.alloc(0)),
  ]);
}

function renderChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

/** The most frequent ones. */
function findPalette(colours: Uint32Array): number[] {
  const counts = new Map<number, number>();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, COLOURS_MAX)
    .map(([colour]) => colour);
}

function findNearest(palette: readonly number[], colour: number): number {
  const distances = palette.map((each) =>
    [16, 8, 0].reduce((sum, shift) => sum + (((each >> shift) & 255) - ((colour >> shift) & 255)) ** 2, 0),
  );
  return distances.indexOf(Math.min(...distances));
}

/** As a browser writes it: eight bits a channel, not interlaced. */
function readPng(png: Buffer): Image {
  const parts: Buffer[] = [];
  let header = Buffer.alloc(0);
  for (let at = SIGNATURE.length; at < png.length; at += png.readUInt32BE(at) + 12) {
    const type = png.toString("latin1", at + 4, at + 8);
    const data = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    if (type === "IHDR") header = Buffer.from(data);
    if (type === "IDAT") parts.push(data);
  }
  const [width, height, kind] = [header.readUInt32BE(0), header.readUInt32BE(4), header[9] ?? 0];
  if (kind !== RGB && kind !== RGBA) throw new Error(`a PNG of another kind: ${kind}`);
  const channels = kind === RGBA ? 4 : 3;
  const bytes = undoFilters(inflateSync(Buffer.concat(parts)), width * channels, channels);
  const colours = new Uint32Array(width * height);
  for (let at = 0; at < colours.length; at += 1) colours[at] = bytes.readUIntBE(at * channels, 3);
  return { width, height, colours };
}

function undoFilters(raw: Buffer, lineBytes: number, channels: number): Buffer {
  const bytes = Buffer.alloc((raw.length / (lineBytes + 1)) * lineBytes);
  for (let at = 0; at < bytes.length; at += 1) {
    const [line, column] = [Math.floor(at / lineBytes), at % lineBytes];
    const start = line * (lineBytes + 1);
    const isFirst = column < channels;
    const left = isFirst ? 0 : (bytes[at - channels] ?? 0);
    const above = bytes[at - lineBytes] ?? 0;
    const corner = isFirst ? 0 : (bytes[at - lineBytes - channels] ?? 0);
    bytes[at] = (raw[start + 1 + column] ?? 0) + guess(raw[start] ?? 0, [left, above, corner]);
  }
  return bytes;
}

function guess(filter: number, [left, above, corner]: readonly [number, number, number]): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  if (filter !== 4) return 0;
  const around = left + above - corner;
  const nearest = Math.min(...[left, above, corner].map((each) => Math.abs(around - each)));
  return [left, above, corner].find((each) => Math.abs(around - each) === nearest) ?? 0;
}
