import Play from "lucide-react/icons/play"
import type { Recording } from "#contract/recordings.ts"
import { cx } from "#ui/cx.ts"
import { formatLength } from "./lengths.ts"

type ThumbProps = { recording: Pick<Recording, "poster" | "duration_seconds" | "resume_at"> }

/** A still of the recording with its length, and how far the viewer has watched. */
export function RecordingThumb({ recording }: ThumbProps) {
  const { poster, duration_seconds: length, resume_at } = recording
  return (
    <span
      className={cx(
        "relative grid aspect-video w-full shrink-0 place-items-center self-start overflow-hidden rounded-md bg-surface-sunken sm:w-44",
        !poster && "border border-line",
      )}
    >
      {poster ? (
        <img src={poster} alt="" className="absolute inset-0 size-full object-cover" />
      ) : (
        <Play size={26} className="text-ink-muted" aria-hidden />
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
