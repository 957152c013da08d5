import type { ComponentProps, ReactNode } from "react"
import { cx } from "../cx.ts"

type ChipBoxProps = Omit<ComponentProps<"input">, "type" | "className"> & { label: ReactNode }

/** A checkbox that looks like a chip, for a few short choices in a row. */
export function ChipBox({ label, ...props }: ChipBoxProps) {
  return (
    <label
      className={cx(
        "flex h-11 cursor-pointer items-center rounded-md border border-line-strong/60 bg-surface px-3.5 text-sm font-semibold",
        "has-checked:border-primary has-checked:bg-primary-tint has-checked:text-primary-text",
        "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
      )}
    >
      <input {...props} type="checkbox" className="sr-only" />
      {label}
    </label>
  )
}
