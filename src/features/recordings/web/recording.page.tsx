import { data, isRouteErrorResponse, type ShouldRevalidateFunctionArgs } from "react-router"
import { z } from "zod"
import { CAPTION_LANGUAGES, MOST_VIEWERS, type Recording } from "#contract/recordings/recordings.ts"
import { topicOfChanges } from "#shared/changes.ts"
import { isId, newId } from "#shared/ids.ts"
import { formatLength } from "#shared/lengths.ts"
import {
  dashboardPath,
  loadNamed,
  loadOrStop,
  type PageRequest,
  pageRequest,
  requireViewer,
  serveButton,
  serveForm,
} from "#ui/api.ts"
import { Badge } from "#ui/components/badge.tsx"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { DataTable } from "#ui/components/table.tsx"
import { languageOf } from "#ui/language.ts"
import { RouteFailure } from "#ui/layout/error-screen.tsx"
import { Link } from "#ui/link.tsx"
import { useLiveTopics } from "#ui/live/live.ts"
import { useReloadEvery } from "#ui/live/live-reload.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { useSaidTime } from "#ui/said-time.ts"
import { FlashNotice, useFlash } from "#ui/toast.tsx"
import type { Route } from "./+types/recording.page.ts"
import { CaptionsCard } from "./captions-card.tsx"
import { captionsTexts, playerTexts } from "./player.texts.ts"
import { Player } from "./player.tsx"
import { RecordingFailureText } from "./recording-failure.tsx"
import { recordingsTexts } from "./recordings.texts.ts"
import { useAboutClass } from "./use-about-class.ts"

/** How often a page checks whether its recording can be played. */
const LOAD_AGAIN_MS = 10_000

export const handle = { translated: true }

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { title } = recordingsTexts[languageOf(matches)]
  return [{ title: loaderData?.recording.title ?? title }, { name: "robots", content: "noindex" }]
}

async function fetchAll({ api }: PageRequest, recording_id: string) {
  const recording = await api.recordings.get({ recording_id })
  const [link, viewers] = await Promise.all([
    recording.status === "completed" ? api.recordings.play({ recording_id }) : null,
    recording.editable ? api.recordings.viewers({ recording_id }) : null,
  ])
  return { recording, link, viewers, viewersLatest: viewers?.length === MOST_VIEWERS }
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const viewer = requireViewer(page, request)
  const recording_id = params.recordingId
  if (!isId(recording_id)) throw data(null, { status: 404 })
  const { recording, ...loaded } = await loadNamed(
    loadOrStop(page, fetchAll(page, recording_id), recordingsTexts[page.language].fetchFailed),
  )
  const back = `${dashboardPath(viewer.role === "admin" ? "instructor" : viewer.role)}?tab=recordings`
  return { recording, ...loaded, back, newId: newId(), zone: page.zone }
}

const Chapter = z.object({
  chapter_id: z.uuid(),
  at_seconds: z.coerce.number().min(0).max(86_400),
  title: z
    .string("Give the chapter a title")
    .trim()
    .min(1, "Give the chapter a title")
    .max(80, "Use at most 80 characters"),
})

const CaptionsFile = z.object({
  language: z.enum(CAPTION_LANGUAGES, "Choose a language"),
  file: z.file("Choose a file"),
})

export async function action(args: Route.ActionArgs) {
  requireViewer(args.context.get(pageRequest), args.request)
  const recording_id = String(args.params.recordingId)
  const form = await args.request.clone().formData()
  if (form.get("intent") === "remove-chapter") {
    return serveButton(args, async ({ api, language }) => {
      await api.recordings.removeChapter({ recording_id, chapter_id: String(form.get("chapter_id")) })
      return { tone: "success", title: playerTexts[language].chapterRemoved }
    })
  }
  if (form.get("intent") === "set-captions") {
    return serveForm(args, CaptionsFile, async (captions, { api, language }) => {
      await api.recordings.setCaptions({ recording_id, ...captions })
      return { tone: "success", title: captionsTexts[language].saved }
    })
  }
  if (form.get("intent") === "remove-captions") {
    return serveForm(args, CaptionsFile.omit({ file: true }), async ({ language }, page) => {
      await page.api.recordings.removeCaptions({ recording_id, language })
      return { tone: "success", title: captionsTexts[page.language].removed }
    })
  }
  return serveForm(args, Chapter, async (chapter, { api, language }) => {
    await api.recordings.addChapter({ recording_id, ...chapter })
    return { tone: "success", title: playerTexts[language].chapterAdded }
  })
}

/** Keeps the player's link unchanged while it plays. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod !== undefined && formMethod !== "GET" ? true : defaultShouldRevalidate
}

/** Plays one recording, with its chapters, and shows its instructor who watched. */
export default function RecordingPage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(playerTexts)
  const { recording, link, viewers, viewersLatest, back, newId, zone } = loaderData
  const about = useAboutClass(recording)
  const saidTime = useSaidTime(zone)
  const editable = recording.editable && recording.deleted_at === null
  useFlash(actionData?.toast)
  useLiveTopics(link ? [] : topicOfChanges(["class.recordings"], [recording.class_id]))
  useReloadEvery(LOAD_AGAIN_MS, link === null && recording.status !== "failed")
  return (
    <Page className="gap-6 py-6 sm:py-8">
      <PageHeader back={{ to: back, label: text.back }} title={recording.title} description={about} />
      {recording.deleted_at ? (
        <p role="status" className="rounded-card border border-warning/40 bg-warning-tint p-4">
          <span className="font-semibold">{text.inBin}</span> {text.inBinText}{" "}
          <Link to={`${back}&bin=true`} className="font-semibold text-primary-text">
            {text.openBin}
          </Link>
        </p>
      ) : null}
      {link ? (
        <Player
          key={recording.id}
          recording={recording}
          url={link.url}
          editable={editable}
          newId={newId}
          errors={actionData?.form?.error ?? null}
        />
      ) : (
        <NotPlayable status={recording.status} failure={recording.failure} />
      )}
      {editable && link ? (
        <CaptionsCard
          captions={recording.captions}
          errors={actionData?.form?.error ?? null}
          typed={actionData?.form?.initialValue as { language?: string } | undefined}
        />
      ) : null}
      {viewers && link ? (
        <Card title={text.viewers} description={text.viewersText}>
          {viewersLatest ? (
            <p className="text-sm text-ink-muted">{text.viewersLatest(viewers.length)}</p>
          ) : null}
          <DataTable
            caption={text.viewers}
            rows={viewers}
            rowKey={(one) => one.user_id}
            empty={<p className="text-ink-muted">{text.noViewers}</p>}
            columns={[
              { key: "who", header: text.columns.who, cell: (one) => one.name },
              {
                key: "watched",
                header: text.columns.watched,
                align: "end",
                cell: (one) => formatLength(one.watched_seconds),
              },
              {
                key: "at",
                header: text.columns.stopped,
                align: "end",
                cell: (one) => formatLength(one.position_seconds),
              },
              {
                key: "when",
                header: text.columns.last,
                cell: (one) => saidTime(one.updated_at),
              },
            ]}
          />
        </Card>
      ) : null}
      <noscript>
        <FlashNotice flash={actionData?.toast} />
      </noscript>
    </Page>
  )
}

/** Shown for a recording that was deleted or is not for the viewer. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const text = useTexts(playerTexts)
  if (!isRouteErrorResponse(error) || error.status !== 404) return <RouteFailure error={error} />
  return (
    <Page className="py-6 sm:py-8">
      <title>{text.missing}</title>
      <EmptyState
        level={1}
        illustration="no-recordings"
        title={text.missing}
        text={text.missingText}
        action={<ButtonLink to="/">{text.home}</ButtonLink>}
      />
    </Page>
  )
}

function NotPlayable({ status, failure }: Pick<Recording, "status" | "failure">) {
  const text = useTexts(playerTexts)
  const { status: statusNames } = useTexts(recordingsTexts)
  return (
    <Card>
      <div className="grid justify-items-center pt-4">
        <Badge tone={status === "failed" ? "danger" : "warning"}>{statusNames[status]}</Badge>
      </div>
      <EmptyState
        illustration="no-recordings"
        title={status === "failed" ? text.failedTitle : text.notYet}
        text={
          failure === null ? (
            text.notYetText
          ) : (
            <>
              <RecordingFailureText failure={failure} /> {text.failedText}
            </>
          )
        }
      />
    </Card>
  )
}
