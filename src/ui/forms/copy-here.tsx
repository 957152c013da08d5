import type { ComponentProps } from "react"
import { type ButtonSize, type ButtonVariant, buttonClass } from "../components/button.tsx"

type CopyHereProps = ComponentProps<"button"> & {
  value: string
  text: { copy: string; copied: string; notCopied: string }
  variant?: ButtonVariant
  size?: ButtonSize
}

/** Copies `value` on a page without React, whose script enables it and tells the outcome on it. */
export function CopyHere({ value, text, variant = "secondary", size = "sm", ...button }: CopyHereProps) {
  return (
    <button
      {...button}
      type="button"
      disabled
      aria-live="polite"
      data-copy={value}
      data-copied={text.copied}
      data-not-copied={text.notCopied}
      className={buttonClass({ variant, size })}
    >
      {text.copy}
    </button>
  )
}
