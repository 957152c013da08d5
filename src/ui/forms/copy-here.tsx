import type { ComponentProps } from "react"
import { buttonClass } from "../components/button.tsx"

type CopyHereProps = ComponentProps<"button"> & {
  value: string
  text: { copy: string; copied: string; notCopied: string }
}

/** Copies `value` on a page without React, whose script enables it and tells the outcome on it. */
export function CopyHere({ value, text, ...button }: CopyHereProps) {
  return (
    <button
      {...button}
      type="button"
      disabled
      aria-live="polite"
      data-copy={value}
      data-copied={text.copied}
      data-not-copied={text.notCopied}
      className={buttonClass({ variant: "secondary", size: "sm" })}
    >
      {text.copy}
    </button>
  )
}
