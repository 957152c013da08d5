import { ORPCError } from "@orpc/client"
import { useState } from "react"
import { Link, useNavigate, useNavigation } from "react-router"
import lists from "#content/option-lists.json" with { type: "json" }
import type { Program, ProgramQuery } from "#contract/programs.ts"
import { brand } from "#shared/brand.ts"
import { OWN_CHANGES } from "#shared/changes.ts"
import { type PageRequest, pageRequest } from "#ui/api.ts"
import { cx } from "#ui/cx.ts"
import { languageOf } from "#ui/language.ts"
import { useLiveTopics } from "#ui/live.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page } from "#ui/page.tsx"
import { FlashNotice, useFlash } from "#ui/toast.tsx"
import { CATALOGUE_PATH } from "../paths.ts"
import type { Route } from "./+types/catalogue.page.ts"
import type { CatalogueText } from "./catalogue.text.ts"
import { catalogueTexts } from "./catalogue.texts.ts"
import {
  addressOf,
  type Choice,
  type Choices,
  describeIgnored,
  type Filters,
  noFilters,
  readFilters,
} from "./catalogue-address.ts"
import { CatalogueFilters } from "./catalogue-filters.tsx"
import { CatalogueHero } from "./catalogue-hero.tsx"
import { NoPrograms, ProgramPages, ResultsHeading } from "./catalogue-results.tsx"
import { enrolByForm } from "./enrol.action.ts"
import { EnrolButton, useEnrolment } from "./enrol-button.tsx"
import { EnrolledDialog, ProgramDetails } from "./lazy-dialogs.tsx"
import type { ProgramCardData } from "./program.card.tsx"

/** A multiple of every number of columns, and enough for all built-in programs. */
const PAGE_SIZE = 48
/** The choice of a selector that leaves nothing out. */
const ALL = "all"

export const handle = { translated: true }

function choicesIn(text: CatalogueText): Choices {
  const named = (list: Choice[], name: (value: string, label: string) => string) =>
    list.map(({ value, label }) => ({ value, label: value === ALL ? text.all : name(value, label) }))
  return {
    service: named(lists.serviceFilter, text.serviceName),
    curriculum: named(lists.catalogueCurricula, text.curriculumName),
    grade: named(lists.gradeFilter, text.gradeName),
    sort: named(lists.catalogueSort, text.orderName),
  }
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const params = new URL(request.url).searchParams
  const text = catalogueTexts[page.language]
  const choices = choicesIn(text)
  const asked = readFilters(params, choices)
  const cursor = params.get("cursor")?.slice(0, 300) || undefined
  const slug = params.get("program")?.slice(0, 120)
  const [found, program] = await Promise.all([
    findPrograms(page, asked.filters, cursor),
    slug ? findProgram(page, slug) : null,
  ])
  const { listing, filters } = found
  const ignored = [...asked.ignored, ...found.ignored]
  return {
    filters,
    choices: { ...choices, subject: subjectChoices(text.all, listing.subjects) },
    quickFilters: lists.quickFilters.map(({ service, label }) => ({
      service,
      label: text.quickFilterName(service, label),
    })),
    notices: [
      ...(ignored.length > 0 ? [text.ignored(ignored.map((one) => describeIgnored(one, text)))] : []),
      ...(slug && !program ? [text.gone] : []),
    ],
    found: listing.found,
    page: {
      items: listing.items.map(cardOf),
      near: listing.near.map(cardOf),
      next_cursor: listing.next_cursor,
    },
    continued: cursor !== undefined,
    program,
    signedIn: page.viewer !== null,
    following: page.viewer ? OWN_CHANGES : [],
  }
}

/** Lists the programs; a subject that no program has falls back to all. */
async function findPrograms(page: PageRequest, filters: Filters, cursor: string | undefined) {
  const list = (wanted: Filters) =>
    page.api.programs.list({ ...wanted, sort: wanted.sort as ProgramQuery["sort"], cursor, limit: PAGE_SIZE })
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
    return await page.api.programs.get({ slug })
  } catch (error) {
    if (error instanceof ORPCError && error.code === "NOT_FOUND") return null
    throw error
  }
}

// The long texts of dozens of programs stay on the server; one is sent when it is opened.
function cardOf({ description: _, delivery: __, ...card }: Program): ProgramCardData {
  return card
}

function subjectChoices(all: string, subjects: string[]) {
  return [{ value: noFilters.subject, label: all }, ...subjects.map((value) => ({ value, label: value }))]
}

export function action({ request, context }: Route.ActionArgs) {
  const page = context.get(pageRequest)
  const choices = choicesIn(catalogueTexts[page.language])
  const { filters } = readFilters(new URL(request.url).searchParams, choices)
  return enrolByForm(request, page, (program) => addressOf(filters, { program }))
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const text = catalogueTexts[languageOf(matches)]
  const program = loaderData?.program
  const title = `${program?.title ?? text.metaTitle} · ${brand.name}`
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
  const { filters, choices, found, page, program, signedIn } = loaderData
  const navigate = useNavigate()
  const navigation = useNavigation()
  const reply = useEnrolment().data ?? actionData
  const [closed, setClosed] = useState<typeof reply>()
  const success = reply && reply !== closed ? reply.enrolled : null
  const here = addressOf(filters)
  useFlash(reply?.toast)
  useLiveTopics(loaderData.following)

  function leaveProgram() {
    if (program) void navigate(here, { replace: true, preventScrollReset: true })
  }
  function closeSuccess() {
    setClosed(reply)
    leaveProgram()
  }
  const loading = navigation.state === "loading" && navigation.location.pathname === CATALOGUE_PATH
  return (
    <>
      <CatalogueHero filters={filters} quickFilters={loaderData.quickFilters} />
      <Page>
        {reply?.toast ? (
          <noscript>
            <FlashNotice flash={reply.toast} />
          </noscript>
        ) : null}
        <CatalogueFilters filters={filters} choices={choices} />
        <Notices texts={loaderData.notices} />
        <div aria-busy={loading} className={cx("grid gap-6 transition-opacity", loading && "opacity-60")}>
          <ResultsHeading found={found} filters={filters} choices={choices} />
          {loaderData.continued ? (
            <Link to={here} className="w-fit font-semibold text-primary-text underline underline-offset-4">
              {text.fromStart}
            </Link>
          ) : null}
          {found === 0 ? <NoPrograms /> : null}
          <ProgramPages key={here} page={page} filters={filters} signedIn={signedIn} first />
        </div>
      </Page>
      <ProgramDetails
        program={success ? null : program}
        onClose={leaveProgram}
        enrol={
          program ? (
            <EnrolButton
              program={program}
              action={addressOf(filters, { program: program.slug })}
              place="details"
              signedIn={signedIn}
            />
          ) : null
        }
      />
      <EnrolledDialog enrolled={success ?? null} backTo={here} onClose={closeSuccess} />
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
