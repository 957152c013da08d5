import { promisify } from "node:util"
import { gunzip, inflateRaw } from "node:zlib"

const TAR_BLOCK = 512
const ZIP_CENTRAL_ENTRY = 0x02014b50
const ZIP_END = 0x06054b50

function baseName(path: string): string {
  return path.split("/").at(-1) ?? ""
}

/** Text up to the first zero byte. */
function cString(bytes: Buffer): string {
  const end = bytes.indexOf(0)
  return bytes.toString("utf8", 0, end === -1 ? bytes.length : end)
}

async function fromTarGz(archive: Buffer, program: string): Promise<Buffer | null> {
  const tar = await promisify(gunzip)(archive)
  for (let at = 0; at + TAR_BLOCK <= tar.length; ) {
    const name = cString(tar.subarray(at, at + 100))
    if (name === "") return null
    const size = Number.parseInt(cString(tar.subarray(at + 124, at + 136)).trim(), 8)
    if (!Number.isInteger(size)) throw new Error("the archive is damaged")
    const start = at + TAR_BLOCK
    const type = String.fromCharCode(tar[at + 156] ?? 0)
    const isFile = type === "0" || type === "\0"
    if (isFile && baseName(name) === program) return tar.subarray(start, start + size)
    at = start + Math.ceil(size / TAR_BLOCK) * TAR_BLOCK
  }
  return null
}

async function fromZip(archive: Buffer, program: string): Promise<Buffer | null> {
  let end = archive.length - 22
  while (end >= 0 && archive.readUInt32LE(end) !== ZIP_END) end -= 1
  if (end < 0) throw new Error("the archive is damaged")
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (archive.readUInt32LE(at) !== ZIP_CENTRAL_ENTRY) throw new Error("the archive is damaged")
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset))
    const name = archive.toString("utf8", at + 46, at + 46 + (nameLength ?? 0))
    if (baseName(name) === program) {
      const local = archive.readUInt32LE(at + 42)
      const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
      const packed = archive.subarray(start, start + archive.readUInt32LE(at + 20))
      return archive.readUInt16LE(at + 10) === 0 ? packed : promisify(inflateRaw)(packed)
    }
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return null
}

/** Takes one program out of a .tar.gz or .zip archive by its file name. Throws when it isn't in there. */
export async function extractProgram(archive: Buffer, archiveName: string, program: string): Promise<Buffer> {
  const extract = archiveName.endsWith(".zip") ? fromZip : fromTarGz
  const found = await extract(archive, program)
  if (!found) throw new Error(`${archiveName} holds no ${program}`)
  return found
}
