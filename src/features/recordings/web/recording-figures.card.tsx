import type { Recording } from "#contract/recordings.ts"
import { formatHours, formatLength } from "#shared/lengths.ts"
import { formatDate } from "#shared/time.ts"
import { Card } from "#ui/card.tsx"
import { EmptyState } from "#ui/empty-state.tsx"
import { type Column, DataTable } from "#ui/table.tsx"
import { figuresText as text } from "./recordings.text.ts"

type Watched = Pick<Recording, "id" | "title" | "scheduled_date"> & {
  duration_seconds: number
  viewers: number
  watched_seconds: number
}
type FiguresProps = {
  figures: {
    days: number
    recordings: number
    recorded_seconds: number
    viewers: number
    watched_seconds: number
    most_watched: Watched[]
  }
}

/** What was recorded in the last weeks, and who watched how much of it. */
export function RecordingFigures({ figures }: FiguresProps) {
  const { recordings, recorded_seconds, viewers, watched_seconds, most_watched } = figures
  if (recordings === 0) {
    return (
      <Card title={text.title}>
        <EmptyState level={3} illustration="no-recordings" title={text.empty} text={text.emptyText} />
      </Card>
    )
  }
  const facts = [
    [text.recordings, String(recordings)],
    [text.recorded, formatHours(recorded_seconds)],
    [text.viewers, String(viewers)],
    [text.watched, formatHours(watched_seconds)],
  ] as const
  return (
    <Card
      title={text.title}
      description={text.description(Math.round(figures.days / 7))}
      data-recording-figures
    >
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
        {facts.map(([label, value]) => (
          <div key={label} className="grid gap-0.5">
            <dt className="text-sm text-ink-muted">{label}</dt>
            <dd className="text-2xl font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-6">
        {most_watched.length === 0 ? (
          <p className="text-ink-muted">{text.nobody}</p>
        ) : (
          <DataTable
            caption={text.mostWatched}
            showCaption
            columns={COLUMNS}
            rows={most_watched}
            rowKey={(one) => one.id}
          />
        )}
      </div>
    </Card>
  )
}

const COLUMNS: Column<Watched>[] = [
  {
    key: "title",
    header: "Recording",
    cell: (one) => (
      <a href={`/recordings/${one.id}`} className="font-semibold text-primary-text hover:underline">
        {one.title}
      </a>
    ),
  },
  { key: "date", header: "Class of", cell: (one) => formatDate(one.scheduled_date) },
  { key: "length", header: "Length", cell: (one) => formatLength(one.duration_seconds), align: "end" },
  { key: "viewers", header: "Viewers", cell: (one) => one.viewers, align: "end" },
  { key: "watched", header: "Watched", cell: (one) => formatHours(one.watched_seconds), align: "end" },
]
