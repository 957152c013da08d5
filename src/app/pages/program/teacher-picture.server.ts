import { slugOf } from "#features/programs/rules.ts"

/** The files of pictures by the teacher's name, such as sudha-raghunathan.svg. */
const files = Object.keys(import.meta.glob("/content/public/images/teachers/*.{jpg,png,svg,webp}"))
const pictures = new Map(
  files.map((file) => {
    const path = file.replace("/content/public", "")
    return [path.replace(/^.*\/|\.\w+$/g, ""), path]
  }),
)

/** Returns the address of a teacher's picture, or null if the academy has none. */
export function teacherPicture(name: string): string | null {
  return pictures.get(slugOf(name)) ?? null
}
