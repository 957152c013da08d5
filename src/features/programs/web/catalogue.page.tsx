import { ORPCError } from "@orpc/client"
import lists from "#content/option-lists.json" with { type: "json" }
import { DELIVERIES } from "#contract/programs/program-lists.ts"
import type { Program, ProgramQuery } from "#contract/programs/programs.ts"
import { type PageRequest, pageRequest } from "#ui/api.ts"
import { brandOf } from "#ui/brand.ts"
import { type Language, languageOf } from "#ui/language.ts"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page } from "#ui/page.tsx"
import { FlashNotice } from "#ui/toast.tsx"
import { ownDocument } from "#ui/visitor/own-document.server.ts"
import type { Route } from "./+types/catalogue.page.ts"
import {
  addressOf,
  type Choice,
  type Choices,
  describeIgnored,
  type Filters,
  nextPart,
  noFilters,
  readFilters,
  readPart,
} from "./catalogue-address.ts"
import { CatalogueFilters } from "./catalogue-filters.tsx"
import { CatalogueHero } from "./catalogue-hero.tsx"
import { NoPrograms, Programs, ResultsHeading } from "./catalogue-results.tsx"
import { enrolByForm } from "./enrol.action.ts"
import { EnrolButton } from "./enrol-button.tsx"
import { EnrolledDialog } from "./enrolled-dialog.tsx"
import { enrollableBy, isEnrollable, offerTo } from "./may-enrol.ts"
import { withNextStarts } from "./next-starts.ts"
import type { ProgramCardData } from "./program.card.tsx"
import { ProgramDetails } from "./program-details.tsx"
import { catalogueTexts } from "./texts/catalogue.texts.ts"
import { cardTexts } from "./texts/program-card.texts.ts"
import { serverTexts } from "./texts/server.texts.ts"

/** The option of a selector for no filter. */
const ALL = "all"

export const handle = { static: true, own: true, inPlace: true, translated: true }

export const middleware = [ownDocument]

function choicesIn(language: Language): Choices {
  const text = serverTexts[language]
  const names = cardTexts[language]
  const named = (list: Choice[], name: (value: string, label: string) => string) =>
    list.map(({ value, label }) => ({ value, label: value === ALL ? text.all : name(value, label) }))
  return {
    service: named(lists.serviceFilter, names.serviceName),
    curriculum: named(lists.catalogueCurricula, names.curriculumName),
    grade: named(lists.gradeFilter, names.gradeName),
    delivery: [ALL, ...DELIVERIES].map((value) => ({ value, label: text.deliveryName(value) })),
    sort: named(lists.catalogueSort, text.orderName),
  }
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  // Its next starts and numbers of students must be true.
  page.keepSeconds = 0
  const params = new URL(request.url).searchParams
  const text = serverTexts[page.language]
  const choices = choicesIn(page.language)
  const asked = readFilters(params, choices)
  const { limit, ...part } = readPart(params)
  const slug = params.get("program")?.slice(0, 120)
  const [found, program, enrollable] = await Promise.all([
    findPrograms(page, asked.filters, { ...part, limit }),
    slug ? findProgram(page, slug) : null,
    enrollableBy(page),
  ])
  const { listing, filters } = found
  const more = nextPart({ ...part, limit }, listing.next_cursor)
  const fields = catalogueTexts[page.language]
  const [items, near] = await Promise.all(
    [listing.items, listing.near].map(async (list) => withNextStarts(page, await offerTo(page, list))),
  )
  const ignored = [...asked.ignored, ...found.ignored]
  return {
    filters,
    choices: { ...choices, subject: subjectChoices(text.all, listing.subjects) },
    quickFilters: lists.quickFilters.map(({ service, label }) => ({
      service,
      label: text.quickFilterName(service, label),
    })),
    notices: [
      ...(ignored.length > 0 ? [text.ignored(ignored.map((one) => describeIgnored(one, fields)))] : []),
      ...(slug && !program ? [text.gone] : []),
    ],
    found: listing.found,
    page: {
      items: (items ?? []).map(cardOf),
      near: (near ?? []).map(cardOf),
      more: more && addressOf(filters, more),
    },
    part,
    enrollable,
    continued: part.cursor !== undefined,
    program,
  }
}

/** Lists the programs. A subject that no program has is replaced by all. */
async function findPrograms(
  page: PageRequest,
  filters: Filters,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const list = (wanted: Filters) =>
    page.api.programs.list({ ...wanted, sort: wanted.sort as ProgramQuery["sort"], cursor, limit })
  const listing = await list(filters)
  const { subject } = filters
  if (subject === noFilters.subject || listing.found > 0 || listing.subjects.includes(subject)) {
    return { listing, filters, ignored: [] }
  }
  const without = { ...filters, subject: noFilters.subject }
  return {
    listing: await list(without),
    filters: without,
    ignored: [{ name: "subject" as const, value: subject }],
  }
}

async function findProgram(page: PageRequest, slug: string) {
  try {
    const [program] = await offerTo(page, [await page.api.programs.get({ slug })])
    return program ?? null
  } catch (error) {
    if (error instanceof ORPCError && error.code === "NOT_FOUND") return null
    throw error
  }
}

// The long texts of dozens of programs are not sent; those of one are loaded when it is opened.
function cardOf({ description: _, delivery: __, ...card }: Program & ProgramCardData): ProgramCardData {
  return card
}

function subjectChoices(all: string, subjects: string[]) {
  return [{ value: noFilters.subject, label: all }, ...subjects.map((value) => ({ value, label: value }))]
}

export function action({ request, context }: Route.ActionArgs) {
  const page = context.get(pageRequest)
  const choices = choicesIn(page.language)
  const params = new URL(request.url).searchParams
  const { filters } = readFilters(params, choices)
  const { limit: _, ...part } = readPart(params)
  return enrolByForm(request, page, (program) => addressOf(filters, { ...part, program }))
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const text = catalogueTexts[languageOf(matches)]
  const program = loaderData?.program
  const title = `${program?.title ?? text.metaTitle} · ${brandOf(matches).name}`
  const description = program?.summary ?? text.lead
  return [
    { title },
    { name: "description", content: description },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:type", content: "website" },
  ]
}

export default function CataloguePage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(catalogueTexts)
  const { filters, choices, found, page, part, enrollable, program } = loaderData
  const { enrolled, toast } = actionData ?? {}
  const here = addressOf(filters, part)
  return (
    <>
      <CatalogueHero filters={filters} quickFilters={loaderData.quickFilters} />
      <Page className="max-sm:gap-4 max-sm:pt-4">
        {toast ? <FlashNotice flash={toast} /> : null}
        <CatalogueFilters filters={filters} choices={choices} />
        <Notices texts={loaderData.notices} />
        <div id="results" aria-busy={false} className="grid gap-6 transition-opacity aria-busy:opacity-60">
          <ResultsHeading found={found} filters={filters} choices={choices} />
          {loaderData.continued ? (
            <Link
              to={addressOf(filters)}
              className="w-fit font-semibold text-primary-text underline underline-offset-4"
            >
              {text.fromStart}
            </Link>
          ) : null}
          {found === 0 ? <NoPrograms /> : null}
          <Programs page={page} filters={filters} part={part} enrollable={enrollable} />
        </div>
      </Page>
      <div
        data-closed-at={here}
        data-focus-after={enrolled ? `program-${enrolled.slug}` : undefined}
        className="contents"
      >
        {program && !enrolled ? (
          <ProgramDetails
            program={program}
            enrol={
              isEnrollable(enrollable, program) ? (
                <EnrolButton
                  program={program}
                  action={addressOf(filters, { ...part, program: program.slug })}
                  place="details"
                />
              ) : null
            }
          />
        ) : null}
        {enrolled ? <EnrolledDialog enrolled={enrolled} backTo={here} /> : null}
      </div>
    </>
  )
}

function Notices({ texts }: { texts: string[] }) {
  return texts.map((notice) => (
    <p key={notice} role="status" className="rounded-card border border-line bg-accent-tint px-4 py-3">
      {notice}
    </p>
  ))
}
