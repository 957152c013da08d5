import type { SubmissionResult } from "@conform-to/react"
import { Suspense, useEffect, useState } from "react"
import { useLocation } from "react-router"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { fetchAhead, latePart, ToastMissing } from "#ui/late-part.tsx"
import { useHydrated } from "#ui/use-hydrated.ts"
import type { ClassChoices } from "./class-form.tsx"

const loadDialog = async () => (await import("./schedule-dialog.card.tsx")).ScheduleDialog
const ScheduleDialog = latePart(loadDialog, ToastMissing)

type ScheduleButtonProps = {
  label: string
  choices: ClassChoices
  today: string
  zone: string
  lastResult: SubmissionResult | null | undefined
  size?: "md" | "lg"
  variant?: "primary" | "secondary"
}

/**
 * The button that opens the dialog for a new class, for people who teach. Without scripts it is a link to the
 * same form on its own screen. The page's action serves `intent=schedule` by `serveScheduleDialog`.
 */
export function ScheduleButton({ label, size, variant = "secondary", ...form }: ScheduleButtonProps) {
  const { key } = useLocation()
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const hydrated = useHydrated()
  const refused = form.lastResult?.status === "error"
  // Having scheduled leads on, be it to the same address; a refusal leads nowhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each going somewhere closes the dialog
  useEffect(() => {
    if (!refused) setOpen(false)
  }, [key])
  if (!hydrated) {
    return (
      <ButtonLink to="/schedule-class" size={size} variant={variant}>
        {label}
      </ButtonLink>
    )
  }
  function show() {
    setWanted(true)
    setOpen(true)
  }
  return (
    <>
      <Button size={size} variant={variant} onClick={show} onPointerEnter={() => fetchAhead(loadDialog)}>
        {label}
      </Button>
      {wanted ? (
        <Suspense fallback={null}>
          <ScheduleDialog {...form} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
