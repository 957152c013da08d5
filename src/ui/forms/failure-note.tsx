import CircleAlert from "lucide-react/icons/circle-alert"
import { useLocation } from "react-router"
import { buttonClass } from "../components/button.tsx"
import { useMessages } from "../messages/use-messages.ts"

/**
 * Shown instead of a part that could not be loaded: what failed, and a link to try again, also without
 * scripts.
 */
export function FailureNote({ failure }: { failure: string | null }) {
  const words = useMessages().errors
  const { pathname, search } = useLocation()
  if (!failure) return null
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-danger/40 bg-danger-tint p-5"
    >
      <div className="flex gap-3">
        <CircleAlert size={20} className="mt-0.5 shrink-0 text-danger" aria-hidden />
        <div className="grid gap-0.5">
          <p className="font-semibold text-danger">{failure}</p>
          <p className="text-[0.9375rem]">{words.partMissing}</p>
        </div>
      </div>
      <a href={pathname + search} className={buttonClass({ size: "sm", variant: "secondary" })}>
        {words.tryAgain}
      </a>
    </div>
  )
}
