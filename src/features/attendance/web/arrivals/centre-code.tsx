import Maximize from "lucide-react/icons/maximize"
import { useRef } from "react"
import { encode } from "uqr"
import type { CentreCodes } from "#contract/attendance/check-ins.ts"
import { Button } from "#ui/components/button.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useHydrated } from "#ui/use-hydrated.ts"
import { centreTexts } from "./centre.texts.ts"
import { groupDigits } from "./code-groups.ts"
import { useCentreCode } from "./use-centre-code.ts"
import { useScreenOn } from "./use-screen-on.ts"

type CentreCodeProps = { venue: string; first: Pick<CentreCodes, "now" | "codes"> }

/** The code of this minute, large enough to read across a room, as a QR code and as digits to type. */
export function CentreCode({ venue, first }: CentreCodeProps) {
  const text = useTexts(centreTexts)
  const hydrated = useHydrated()
  const frame = useRef<HTMLElement>(null)
  const { code, secondsLeft } = useCentreCode(venue, first)
  useScreenOn()
  const canFill = hydrated && document.fullscreenEnabled
  if (code === null)
    return (
      <p role="alert" className="rounded-card border border-line bg-surface px-5 py-8 text-center text-lg">
        {text.noCode}
      </p>
    )
  return (
    <section
      ref={frame}
      aria-label={text.code}
      className="grid items-center gap-x-10 gap-y-5 rounded-panel border border-line bg-surface p-6 sm:p-8 md:grid-cols-2"
    >
      <QrCode text={hydrated ? `${window.location.origin}/check-in?code=${code}` : code} label={text.qr} />
      <div className="grid justify-items-center gap-4 text-center">
        {venue ? <p className="text-heading">{venue}</p> : null}
        <p data-centre-code className="text-5xl font-bold tracking-wider whitespace-nowrap tabular-nums">
          {groupDigits(code)}
        </p>
        <p className="text-ink-muted tabular-nums">{text.changes(secondsLeft)}</p>
        <p className="max-w-prose text-lg">{text.how}</p>
        {canFill ? (
          <Button
            variant="secondary"
            onClick={() => void frame.current?.requestFullscreen()}
            className="in-[:fullscreen]:hidden"
          >
            <Maximize size={18} aria-hidden />
            {text.fill}
          </Button>
        ) : null}
      </div>
    </section>
  )
}

/** A QR code, black on white in both themes, because many readers know no other. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border: 2 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      data-qr={text}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto aspect-square w-full max-w-[min(26rem,60dvh)] rounded-card bg-white p-2"
    >
      <path d={dark.join("")} fill="#000" />
    </svg>
  )
}
