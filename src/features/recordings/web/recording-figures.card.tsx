import type { Recording } from "#contract/recordings/recordings.ts"
import { formatHoursIn, formatLength } from "#shared/lengths.ts"
import { formatDateIn } from "#shared/time.ts"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { type Column, DataTable } from "#ui/components/table.tsx"
import { LANGUAGE_TAGS, type Language } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { figuresTexts } from "./recordings.texts.ts"

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

/** What was recorded in the last weeks, and how much of it was watched. */
export function RecordingFigures({ figures }: FiguresProps) {
  const text = useTexts(figuresTexts)
  const language = useLanguage()
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
    [text.recorded, formatHoursIn(language, recorded_seconds)],
    [text.viewers, String(viewers)],
    [text.watched, formatHoursIn(language, watched_seconds)],
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
            columns={columnsIn(language)}
            rows={most_watched}
            rowKey={(one) => one.id}
          />
        )}
      </div>
    </Card>
  )
}

function columnsIn(language: Language): Column<Watched>[] {
  const { columns } = figuresTexts[language]
  return [
    {
      key: "title",
      header: columns.title,
      cell: (one) => (
        <a href={`/recordings/${one.id}`} className="font-semibold text-primary-text hover:underline">
          {one.title}
        </a>
      ),
    },
    {
      key: "date",
      header: columns.date,
      cell: (one) => formatDateIn(LANGUAGE_TAGS[language], one.scheduled_date),
    },
    {
      key: "length",
      header: columns.length,
      cell: (one) => formatLength(one.duration_seconds),
      align: "end",
    },
    { key: "viewers", header: columns.viewers, cell: (one) => one.viewers, align: "end" },
    {
      key: "watched",
      header: columns.watched,
      cell: (one) => formatHoursIn(language, one.watched_seconds),
      align: "end",
    },
  ]
}
