import Play from "lucide-react/icons/play"
import type { Recording } from "#contract/recordings/recordings.ts"
import { formatSize } from "#shared/lengths.ts"
import { buttonClass } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { OlderPages } from "#ui/components/older-pages.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { RecordingThumb } from "./recording-thumb.tsx"
import { recordingsTexts } from "./recordings.texts.ts"
import { useAboutClass } from "./use-about-class.ts"

export type RecordingPage = { items: Recording[]; next_cursor: string | null }

type ToWatchProps = { page: RecordingPage; level?: 2 | 3; ofChild?: boolean }

/** The recordings that a student, or a guardian for their child, may watch, the newest first. */
export function RecordingsToWatch({ page, level = 2, ofChild = false }: ToWatchProps) {
  const text = useTexts(recordingsTexts)
  if (page.items.length === 0) {
    const words = ofChild ? text.emptyGuardian : text.emptyStudent
    return <EmptyState level={level} illustration="no-recordings" title={text.empty} text={words} />
  }
  return (
    <div className="grid gap-6">
      <ul className="grid gap-4">
        {page.items.map((recording) => (
          <WatchLine key={recording.id} recording={recording} />
        ))}
      </ul>
      <MoreRecordings cursor={page.next_cursor} />
    </div>
  )
}

function WatchLine({ recording }: { recording: Recording }) {
  const { id, title, file_size } = recording
  const about = useAboutClass(recording)
  return (
    <Card as="li" className="flex flex-col gap-4 sm:flex-row sm:items-center sm:gap-5" data-recording={id}>
      <RecordingThumb recording={recording} />
      <div className="grid min-w-0 flex-1 gap-1">
        <h3 className="text-lg leading-snug font-semibold wrap-anywhere">{title}</h3>
        <p className="text-sm text-ink-muted">
          {about}
          {file_size === null ? null : ` · ${formatSize(file_size)}`}
        </p>
      </div>
      <PlayLink id={id} title={title} />
    </Card>
  )
}

type PlayLinkProps = { id: string; title: string; variant?: "primary" | "secondary" }

/** Opens the player in a new tab. */
export function PlayLink({ id, title, variant = "primary" }: PlayLinkProps) {
  const text = useTexts(recordingsTexts)
  return (
    <a
      href={`/recordings/${id}`}
      target="_blank"
      rel="noopener"
      aria-label={text.playNamed(title)}
      className={buttonClass({ variant, size: "sm", className: "w-fit shrink-0" })}
    >
      <Play size={16} aria-hidden />
      {text.play}
    </a>
  )
}

/** Links to older recordings, and back. */
export function MoreRecordings({ cursor }: { cursor: string | null }) {
  const text = useTexts(recordingsTexts)
  return <OlderPages label={text.title} cursor={cursor} newest={text.newest} older={text.older} />
}
