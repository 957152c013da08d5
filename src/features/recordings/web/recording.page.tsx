import { ORPCError } from "@orpc/client"
import { useEffect } from "react"
import {
  data,
  isRouteErrorResponse,
  Link,
  type ShouldRevalidateFunctionArgs,
  useRevalidator,
} from "react-router"
import { z } from "zod"
import { CAPTION_LANGUAGES } from "#contract/recordings.ts"
import { topicOfChanges } from "#shared/changes.ts"
import { isId, newId } from "#shared/ids.ts"
import { formatLength } from "#shared/lengths.ts"
import { formatInstant } from "#shared/time.ts"
import {
  dashboardPath,
  loadOrStop,
  type PageRequest,
  pageRequest,
  requireViewer,
  serveButton,
  serveForm,
} from "#ui/api.ts"
import { Badge } from "#ui/badge.tsx"
import { ButtonLink } from "#ui/button.tsx"
import { Card } from "#ui/card.tsx"
import { EmptyState } from "#ui/empty-state.tsx"
import { RouteFailure } from "#ui/layout/error-screen.tsx"
import { useLiveTopics } from "#ui/live.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { DataTable } from "#ui/table.tsx"
import { FlashNotice, useFlash } from "#ui/toast.tsx"
import type { Route } from "./+types/recording.page.ts"
import { aboutClass } from "./about-class.ts"
import { captionsText } from "./captions.text.ts"
import { CaptionsCard } from "./captions-card.tsx"
import { Player } from "./player.tsx"
import { playerText, recordingsText as text } from "./recordings.text.ts"

/** How often a page asks whether its recording can be played by now. */
const LOAD_AGAIN_MS = 10_000

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData?.recording.title ?? text.title }, { name: "robots", content: "noindex" }]
}

async function fetchAll({ api }: PageRequest, recording_id: string) {
  const recording = await api.recordings.get({ recording_id })
  const [link, viewers] = await Promise.all([
    recording.status === "completed" ? api.recordings.play({ recording_id }) : null,
    recording.editable ? api.recordings.viewers({ recording_id }) : null,
  ])
  return { recording, link, viewers }
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const viewer = requireViewer(page, request)
  const recording_id = params.recordingId
  if (!isId(recording_id)) throw data(null, { status: 404 })
  try {
    const { recording, link, viewers } = await loadOrStop(
      page,
      fetchAll(page, recording_id),
      text.fetchFailed,
    )
    const back = `${dashboardPath(viewer.role === "admin" ? "instructor" : viewer.role)}?tab=recordings`
    return { recording, link, viewers, back, newId: newId(), zone: page.zone }
  } catch (error) {
    if (error instanceof ORPCError && error.status === 404) throw data(null, { status: 404 })
    throw error
  }
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
    return serveButton(args, async ({ api }) => {
      await api.recordings.removeChapter({ recording_id, chapter_id: String(form.get("chapter_id")) })
      return { tone: "success", title: playerText.chapterRemoved }
    })
  }
  if (form.get("intent") === "set-captions") {
    return serveForm(args, CaptionsFile, async (captions, { api }) => {
      await api.recordings.setCaptions({ recording_id, ...captions })
      return { tone: "success", title: captionsText.saved }
    })
  }
  if (form.get("intent") === "remove-captions") {
    return serveForm(args, CaptionsFile.omit({ file: true }), async ({ language }, { api }) => {
      await api.recordings.removeCaptions({ recording_id, language })
      return { tone: "success", title: captionsText.removed }
    })
  }
  return serveForm(args, Chapter, async (chapter, { api }) => {
    await api.recordings.addChapter({ recording_id, ...chapter })
    return { tone: "success", title: playerText.chapterAdded }
  })
}

/** The link in the player stays as it is while it plays. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod !== undefined && formMethod !== "GET" ? true : defaultShouldRevalidate
}

/** Plays one recording, with its chapters, and shows its instructor who watched. */
export default function RecordingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { recording, link, viewers, back, newId, zone } = loaderData
  const editable = recording.editable && recording.deleted_at === null
  useFlash(actionData?.toast)
  useLiveTopics(link ? [] : topicOfChanges(["class.recordings"], [recording.class_id]))
  useRepeatedLoad(link === null && recording.status !== "failed")
  return (
    <Page className="gap-6 py-6 sm:py-8">
      <PageHeader
        back={{ to: back, label: playerText.back }}
        title={recording.title}
        description={aboutClass(recording)}
      />
      {recording.deleted_at ? (
        <p role="status" className="rounded-card border border-warning/40 bg-warning-tint p-4">
          <span className="font-semibold">{playerText.inBin}</span> {playerText.inBinText}{" "}
          <Link to={`${back}&bin=true`} className="font-semibold text-primary-text">
            {playerText.openBin}
          </Link>
        </p>
      ) : null}
      {link ? (
        <Player
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
        <Card title={playerText.viewers} description={playerText.viewersText}>
          <DataTable
            caption={playerText.viewers}
            rows={viewers}
            rowKey={(one) => one.user_id}
            empty={<p className="text-ink-muted">{playerText.noViewers}</p>}
            columns={[
              { key: "who", header: "Name", cell: (one) => one.name },
              {
                key: "watched",
                header: "Watched",
                align: "end",
                cell: (one) => formatLength(one.watched_seconds),
              },
              {
                key: "at",
                header: "Stopped at",
                align: "end",
                cell: (one) => formatLength(one.position_seconds),
              },
              { key: "when", header: "Last", cell: (one) => formatInstant(one.updated_at, zone) },
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

/** The change that the page waits for may come before it follows changes, which tell nothing of the past. */
function useRepeatedLoad(waits: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(() => void revalidate(), LOAD_AGAIN_MS)
    return () => clearInterval(timer)
  }, [waits, revalidate])
}

/** A recording that was deleted, or is not for the viewer, in words that fit it. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) return <RouteFailure error={error} />
  return (
    <Page className="py-6 sm:py-8">
      <title>{playerText.missing}</title>
      <EmptyState
        level={1}
        illustration="no-recordings"
        title={playerText.missing}
        text={playerText.missingText}
        action={<ButtonLink to="/">{playerText.home}</ButtonLink>}
      />
    </Page>
  )
}

function NotPlayable({ status, failure }: { status: keyof typeof text.status; failure: string | null }) {
  return (
    <Card>
      <div className="grid justify-items-center pt-4">
        <Badge tone={status === "failed" ? "danger" : "warning"}>{text.status[status]}</Badge>
      </div>
      <EmptyState
        illustration="no-recordings"
        title={status === "failed" ? playerText.failedTitle : playerText.notYet}
        text={failure === null ? playerText.notYetText : `${failure}. ${playerText.failedText}`}
      />
    </Card>
  )
}
