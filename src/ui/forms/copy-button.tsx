import type { ComponentProps } from "react"
import { Button } from "../components/button.tsx"
import { notify } from "../notify.ts"
import { useHydrated } from "../use-hydrated.ts"

type CopyButtonProps = Omit<ComponentProps<typeof Button>, "value" | "onClick" | "children"> & {
  value: string
  text: { copy: string; copied: string; notCopied: string; copyByHand?: string }
}

/** Copies `value`. Without scripts there is no button: show the value where it can be selected. */
export function CopyButton({ value, text, ...button }: CopyButtonProps) {
  const hydrated = useHydrated()
  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      notify.success(text.copied)
    } catch {
      notify.error(text.notCopied, text.copyByHand)
    }
  }
  if (!hydrated) return null
  return (
    <Button {...button} onClick={() => void copy()}>
      {text.copy}
    </Button>
  )
}
