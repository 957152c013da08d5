import Flashlight from "lucide-react/icons/flashlight"
import { Button } from "#ui/components/button.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { scanTexts } from "./scan.texts.ts"
import { useCamera } from "./use-camera.ts"

/** The camera's picture, whose QR codes are told. Says what else can be done where there is no camera. */
export function Scanner({ label, onCode }: { label: string; onCode: (text: string) => void }) {
  const text = useTexts(scanTexts)
  const { video, problem, ready, torch } = useCamera(onCode)
  if (problem)
    return (
      <p role="status" className="rounded-card border border-line bg-surface-sunken px-4 py-3">
        {text.problems[problem]}
      </p>
    )
  return (
    <div className="grid gap-3">
      <div className="relative overflow-hidden rounded-card bg-black">
        <video
          ref={video}
          muted
          playsInline
          aria-label={label}
          data-scanning={ready || undefined}
          className="aspect-square w-full object-cover sm:aspect-video"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute inset-0 m-auto size-3/5 max-h-[80%] rounded-panel border-4 border-white/80"
        />
      </div>
      <p role="status" className="text-sm text-ink-muted">
        {ready ? text.hold : text.opening}
      </p>
      {torch ? (
        <Button variant="secondary" aria-pressed={torch.on} onClick={torch.toggle}>
          <Flashlight size={18} aria-hidden />
          {text.torch}
        </Button>
      ) : null}
    </div>
  )
}
