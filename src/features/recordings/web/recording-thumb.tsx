import CircleDot from "lucide-react/icons/circle-dot"
import CircleX from "lucide-react/icons/circle-x"
import Hourglass from "lucide-react/icons/hourglass"
import Play from "lucide-react/icons/play"
import type { Recording, RecordingStatus } from "#contract/recordings/recordings.ts"
import { formatLength } from "#shared/lengths.ts"
import { cx } from "#ui/cx.ts"

type ThumbProps = { recording: Pick<Recording, "poster" | "duration_seconds" | "resume_at" | "status"> }

/** The icons shown if there is no still. */
const SIGNS = {
  recording: CircleDot,
  processing: Hourglass,
  completed: Play,
  failed: CircleX,
} satisfies Record<RecordingStatus, typeof Play>

/** A still of the recording with its length, and how far the viewer has watched. */
export function RecordingThumb({ recording }: ThumbProps) {
  const { poster, duration_seconds: length, resume_at, status } = recording
  const Sign = SIGNS[status]
  return (
    <span
      className={cx(
        "relative grid w-full shrink-0 place-items-center self-start overflow-hidden rounded-md bg-surface-sunken sm:aspect-video sm:w-44",
        // Without a still, an empty box across a phone's full width would be too large.
        poster ? "aspect-video" : "h-20 border border-line sm:h-auto",
      )}
    >
      {poster ? (
        <img src={poster} alt="" className="absolute inset-0 size-full object-cover" />
      ) : (
        <Sign size={26} className="text-ink-muted" aria-hidden />
      )}
      {length === null ? null : (
        <span className="absolute right-1.5 bottom-1.5 rounded-sm bg-black/75 px-1.5 text-xs leading-5 font-semibold text-white tabular-nums">
          {formatLength(length)}
        </span>
      )}
      {length && resume_at ? (
        <progress
          aria-hidden
          className="meter absolute inset-x-0 bottom-0 h-1 w-full"
          value={Math.min(resume_at, length)}
          max={length}
        />
      ) : null}
    </span>
  )
}
