import { useNavigation } from "react-router"
import { useMessages } from "../messages/use-messages.ts"

/** A line along the top while a page loads or a form is sent. Not shown for short waits. */
export function NavigationProgress() {
  const text = useMessages().common
  const { state, location } = useNavigation()
  if (state === "idle") return null
  const toDashboard = location.pathname.endsWith("-dashboard")
  return (
    <>
      <div
        role="progressbar"
        aria-label={toDashboard ? text.loadingDashboard : text.loading}
        className="fixed inset-x-0 top-0 z-50 h-[3px] animate-[appear_0.15s_0.2s_both] overflow-hidden"
      >
        <div className="h-full w-1/3 animate-progress rounded-full bg-accent" />
      </div>
      {toDashboard ? (
        <p
          role="status"
          className="fixed top-20 left-1/2 z-50 -translate-x-1/2 animate-[appear_0.15s_0.4s_both] rounded-full border border-line bg-surface-raised px-4 py-2 text-sm font-semibold shadow-float"
        >
          {text.loadingDashboard}
        </p>
      ) : null}
    </>
  )
}

interface ProgressBarProps {
  label: string
  /** From 0 to `max`; left out while the end is not known. */
  value?: number
  max?: number
  className?: string
}

/** Progress of long work (D10), on the browser's own element. */
export function ProgressBar({ label, value, max = 100, className }: ProgressBarProps) {
  return (
    <progress
      aria-label={label}
      value={value}
      max={max}
      className={className ? `meter ${className}` : "meter"}
    />
  )
}
