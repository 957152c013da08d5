import type { ReactNode } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import policies from "#content/policies.json" with { type: "json" }
import type { Batch } from "#contract/classes/batches.ts"
import type { ProgramDetails } from "#contract/programs/programs.ts"
import type { ListedClass } from "#features/classes/web/list/listed-class.ts"
import { ProgramStory } from "#features/programs/web/program-story.tsx"
import { programTexts } from "#features/programs/web/texts/program.texts.ts"
import type { Brand } from "#shared/brand.ts"
import { dateInZone, formatTimeIn, sayDate } from "#shared/time.ts"
import type { PageRequest } from "#ui/api.ts"
import { linkClass } from "#ui/components/link-class.ts"
import { LANGUAGE_TAGS, type Language } from "#ui/language.ts"
import { sayDay } from "#ui/messages/day-words.ts"
import { LanguageContext } from "#ui/messages/use-messages.ts"
import { TodayContext } from "#ui/said-time.ts"
import { ComingClasses } from "./coming-classes.server.tsx"
import { ENROL_FORM } from "./enrol-form.ts"
import { partsTexts } from "./program-parts.texts.ts"
import { teacherPicture } from "./teacher-picture.server.ts"

/*
 * The parts of a program's page that don't react, rendered by the server as HTML, so that browsers load no
 * code for them.
 */

type Told = Pick<PageRequest, "language" | "now" | "zone" | "brand">

/** A batch in the reader's words. */
export type ToldBatch = {
  id: string
  when: string
  next: string
  /** The day of its next class alone. */
  day: string
  until: string
  seats: string
  by: string
  /** Every class's date. */
  dates: string[]
  full: boolean
}

/** Returns a program's batches as people say them, the dates in the institution's zone. */
export function tellBatches(page: Told, batches: readonly Batch[]): ToldBatch[] {
  const { language } = page
  const text = partsTexts[language]
  const tag = LANGUAGE_TAGS[language]
  const today = dateInZone(page.now, page.zone)
  return batches.map((batch) => ({
    id: batch.id,
    when: text.batch(
      weekdaysIn(language, batch.weekdays),
      formatTimeIn(tag, batch.start_time),
      formatTimeIn(tag, batch.end_time),
    ),
    next: text.starts(sayDay(page, batch.next_date)),
    day: sayDate(tag, batch.next_date, today),
    until: text.until(batch.classes, sayDay(page, batch.last_date)),
    seats: text.seats(batch.free_seats),
    by: text.by(batch.instructor_name),
    dates: batch.dates.map((date) => sayDate(tag, date, today)),
    full: batch.free_seats === 0,
  }))
}

/** Returns weekdays as "Mon to Sat", "Tue, Thu" or "Every day". 1 is Monday and 7 Sunday. */
export function weekdaysIn(language: Language, weekdays: readonly number[]): string {
  const text = partsTexts[language]
  const days = [...weekdays].sort((one, other) => one - other)
  const format = new Intl.DateTimeFormat(LANGUAGE_TAGS[language], { weekday: "short", timeZone: "UTC" })
  // The first of January 2024 was a Monday.
  const name = (day: number | undefined) => format.format(Date.UTC(2024, 0, day))
  const isRow = days.every((day, index) => day === (days[0] ?? 0) + index)
  if (days.length === 7) return text.everyDay
  return days.length > 2 && isRow ? text.range(name(days[0]), name(days.at(-1))) : days.map(name).join(", ")
}

interface Parts {
  /** The choice of a batch, a part of the form that enrols, and the next single classes. */
  dates: string
  story: string
}

interface Dates {
  batches: readonly ToldBatch[]
  /** Single classes, which belong to no batch. */
  coming: readonly ListedClass[]
}

/** Renders a program's dates and story in the reader's language. */
export function renderParts(page: Told, program: ProgramDetails, { batches, coming }: Dates): Parts {
  const { language, now, zone } = page
  const render = (part: ReactNode) =>
    renderToStaticMarkup(
      <LanguageContext value={language}>
        <TodayContext value={dateInZone(now, zone)}>{part}</TodayContext>
      </LanguageContext>,
    )
  const text = programTexts[language]
  const none = program.delivery === "recorded" ? text.noComingRecorded : text.noComing
  return {
    dates: render(
      <>
        {batches.length > 0 ? <Batches {...{ language, batches }} isFixed={program.enrolled} /> : null}
        {coming.length > 0 || batches.length === 0 ? (
          <ComingClasses classes={coming} now={now} zone={zone} none={none} />
        ) : null}
      </>,
    ),
    story: render(
      <>
        <ProgramStory program={program} level={2} picture={teacherPicture(program.instructor)} />
        <Promises program={program} language={language} brand={page.brand} />
      </>,
    ),
  }
}

interface BatchesProps {
  language: Language
  batches: readonly ToldBatch[]
  /** The reader is enrolled and chooses no more. */
  isFixed: boolean
}

function Batches({ language, batches, isFixed }: BatchesProps) {
  const text = partsTexts[language]
  const first = batches.find(({ full }) => !full) ?? batches[0]
  return (
    <fieldset id="batches" className="grid scroll-mt-24 gap-4">
      <legend className="mb-1 text-heading font-semibold">{text.batches}</legend>
      {isFixed ? null : <p className="text-ink-muted">{text.batchesText}</p>}
      <div className="grid gap-3">
        {batches.map((batch) => (
          <div
            key={batch.id}
            data-batch={batch.id}
            className="rounded-card border border-line bg-surface transition-colors hover:border-ink-muted has-checked:border-primary has-checked:bg-primary-tint"
          >
            <label className="grid cursor-pointer grid-cols-[auto_1fr] items-start gap-x-3 gap-y-1 px-4 pt-4 pb-1 sm:grid-cols-[auto_1fr_auto]">
              <input
                type="radio"
                name="batch"
                value={batch.id}
                form={ENROL_FORM}
                defaultChecked={!isFixed && batch.id === first?.id}
                disabled={isFixed}
                className="mt-1 size-5 accent-primary"
              />
              <span className="grid gap-0.5">
                <span className="font-semibold">{batch.when}</span>
                <span className="text-[0.9375rem] text-ink-muted">
                  {batch.next} · {batch.until}
                </span>
                <span className="text-[0.9375rem] text-ink-muted">{batch.by}</span>
              </span>
              <span
                className={`col-start-2 text-[0.9375rem] font-semibold tabular-nums sm:col-start-3 ${batch.full ? "text-warning" : "text-success"}`}
              >
                {batch.seats}
              </span>
            </label>
            <details className="px-4 pb-2 pl-12">
              <summary className="flex min-h-9 w-fit items-center text-[0.9375rem] font-semibold text-primary-text underline decoration-1 underline-offset-4 hover:decoration-2">
                {text.allDates}
              </summary>
              <ul className="flex flex-wrap gap-1.5 pt-1 pb-2 text-sm tabular-nums">
                {batch.dates.map((date) => (
                  <li key={date} className="rounded-sm border border-line bg-surface px-2 py-0.5">
                    {date}
                  </li>
                ))}
              </ul>
            </details>
          </div>
        ))}
      </div>
    </fieldset>
  )
}

/** What is included, the rule of refunds, and answers to what people ask. */
function Promises({
  program,
  language,
  brand,
}: {
  program: ProgramDetails
  language: Language
  brand: Brand
}) {
  const text = partsTexts[language]
  const tag = LANGUAGE_TAGS[language]
  const figures = {
    refundDays: policies.refund.noneAfterDaysFromStart,
    trials: policies.trial.freeClassesPerNewActivity,
    adjusted: policies.medicalAdjustment.maxClasses,
    callFrom: formatTimeIn(tag, policies.support.opensAt),
    callTo: formatTimeIn(tag, policies.support.closesAt),
    phone: brand.contactPhoneDisplay,
  }
  return (
    <>
      <section className="grid gap-4">
        <h2 className="text-heading">{text.included}</h2>
        <ul className="grid max-w-prose list-disc gap-2 pl-6 marker:text-hue-ink">
          {text.includedBy[program.delivery].map((one) => (
            <li key={one} className="pl-1.5">
              {one}
            </li>
          ))}
        </ul>
      </section>
      <section className="grid gap-4">
        <h2 className="text-heading">{text.refunds}</h2>
        <p className="max-w-prose">
          {text.refundText(figures)}{" "}
          <a href="/terms" className={linkClass}>
            {text.refundLink}
          </a>
        </p>
      </section>
      <section className="grid gap-4">
        <h2 className="text-heading">{text.questions}</h2>
        <div className="divide-y divide-line rounded-card border border-line bg-surface">
          {text.questionsBy(figures, program.delivery).map(([question, answer]) => (
            <details key={question} className="group">
              <summary className="flex min-h-12 items-center justify-between gap-4 px-4 py-2 font-semibold">
                {question}
                <span aria-hidden className="transition-transform group-open:rotate-45">
                  +
                </span>
              </summary>
              <p className="max-w-prose px-4 pb-4 text-ink-muted">{answer}</p>
            </details>
          ))}
        </div>
      </section>
    </>
  )
}
