import { access, constants } from "node:fs/promises"
import { delimiter, isAbsolute, join } from "node:path"

/** Returns the file if this account may run it, else null. */
export async function executable(file: string): Promise<string | null> {
  return access(file, constants.X_OK).then(
    () => file,
    () => null,
  )
}

/** Returns where a program is, in the first folder of a PATH that has it, or null. */
export async function findOnPath(
  name: string,
  path: string,
  platform: NodeJS.Platform = process.platform,
): Promise<string | null> {
  const program = platform === "win32" ? `${name}.exe` : name
  for (const folder of path.split(delimiter).filter(isAbsolute)) {
    const found = await executable(join(folder, program))
    if (found) return found
  }
  return null
}
