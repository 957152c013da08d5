import { type ComponentProps, useState } from "react"

type Props = Omit<ComponentProps<"details">, "open" | "onToggle"> & {
  /** Opens it, such as for an error within. */
  opens: boolean
}

/** A disclosure that stays open when what opened it is gone: somebody may be typing in it while the page loads anew. */
export function Disclosure({ opens, ...props }: Props) {
  const [open, setOpen] = useState(opens)
  return (
    <details
      {...props}
      open={open || opens || undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    />
  )
}
