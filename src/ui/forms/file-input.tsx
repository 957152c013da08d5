import { useState } from "react"
import { controlClass, useControlProps } from "./field.tsx"

/** Chooses a file, posted as `file`. */
export function FileInput({ accept, required }: { accept: string; required?: boolean }) {
  return (
    <input
      type="file"
      name="file"
      accept={accept}
      required={required}
      {...useControlProps({})}
      className={`${controlClass} h-11 py-2 text-[0.9375rem] file:mr-3 file:border-0 file:bg-transparent file:font-semibold`}
    />
  )
}

/**
 * Returns a key for a file's input and the text beside it: another one for each answer about the file. It then shows
 * no file, which would win over a correction of the text, and which the browser can't send once it was edited.
 */
export function useFileKey(answer: unknown): number {
  const [seen, setSeen] = useState({ answer, key: 0 })
  if (answer && answer !== seen.answer) setSeen({ answer, key: seen.key + 1 })
  return seen.key
}
