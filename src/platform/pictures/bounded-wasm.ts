const HEADER_BYTES = 8
const MEMORY_SECTION = 5
/** The size of a page of WebAssembly's memory, in bytes. */
const PAGE_BYTES = 65_536

/**
 * Returns a WebAssembly module whose own memory can grow to `bytes` and no further, whatever it was built with:
 * what asks for more fails, and the rest of the process goes on. Throws for a module without a memory of its own.
 */
export function boundedWasm(module: Uint8Array, bytes: number): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [module.subarray(0, HEADER_BYTES)]
  let found = false
  for (let at = HEADER_BYTES; at < module.length; ) {
    const size = readNumber(module, at + 1)
    const end = size.next + size.value
    if (module[at] === MEMORY_SECTION) {
      parts.push(memorySection(module, size.next, bytes / PAGE_BYTES))
      found = true
    } else parts.push(module.subarray(at, end))
    at = end
  }
  if (!found) throw new Error("the module has no memory to bound")
  return new Uint8Array(Buffer.concat(parts))
}

/** One memory, with the least that it had and the most that is given. */
function memorySection(module: Uint8Array, at: number, most: number): Uint8Array {
  const count = readNumber(module, at)
  if (count.value !== 1) throw new Error(`the module has ${count.value} memories`)
  const least = readNumber(module, count.next + 1)
  const body = [1, 1, ...writeNumber(least.value), ...writeNumber(most)]
  return Uint8Array.from([MEMORY_SECTION, ...writeNumber(body.length), ...body])
}

/** Reads a number of seven bits a byte, the lowest first. */
function readNumber(module: Uint8Array, at: number): { value: number; next: number } {
  let value = 0
  for (let next = at, factor = 1; ; next += 1, factor *= 128) {
    const byte = module[next]
    if (byte === undefined) throw new Error("the module ends in a number")
    value += (byte & 0x7f) * factor
    if (byte < 0x80) return { value, next: next + 1 }
  }
}

function writeNumber(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...writeNumber(value >>> 7)]
}
