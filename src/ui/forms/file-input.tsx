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
