import { ORPCError } from "@orpc/client"
import { data, useRevalidator } from "react-router"
import { classPath } from "#features/classes/addresses.ts"
import { isId } from "#shared/ids.ts"
import { pageRequest, requireViewer } from "#ui/api.ts"
import { Card } from "#ui/components/card.tsx"
import { languageOf } from "#ui/language.ts"
import { useReloadEvery } from "#ui/live/live-reload.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { slidesTexts } from "../texts/slides.texts.ts"
import type { Route } from "./+types/slides.page.ts"
import { DeckPages } from "./deck-pages.tsx"
import { SlideList } from "./slide-list.tsx"

export const handle = { translated: true }

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: slidesTexts[languageOf(matches)].metaTitle }, { name: "robots", content: "noindex" }]
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request, "/teacher-auth")
  const { classId: class_id } = params
  if (!isId(class_id)) throw data(null, { status: 404 })
  try {
    const [{ title }, { decks, presentations }] = await Promise.all([
      page.api.classes.get({ class_id }),
      page.api.rooms.slides({ class_id }),
    ])
    return { class_id, title, decks, presentations }
  } catch (error) {
    if (error instanceof ORPCError && (error.status === 404 || error.status === 403))
      throw data(null, { status: 404 })
    throw error
  }
}

/** How often it is asked whether pages are drawn, while some are not. */
const ASK_AGAIN_MS = 2_000

/** The slides of one class, for its staff, before and after it. */
export default function SlidesPage({ loaderData }: Route.ComponentProps) {
  const text = useTexts(slidesTexts)
  const { class_id, title, decks, presentations } = loaderData
  const { revalidate } = useRevalidator()
  const isDrawing = decks.some(({ status, deleted }) => status === "waiting" && !deleted)
  useReloadEvery(ASK_AGAIN_MS, isDrawing)
  return (
    <Page width="reading">
      <PageHeader
        back={{ to: classPath(class_id), label: text.back }}
        title={text.name}
        description={text.about(title)}
      />
      <Card>
        <SlideList
          classId={class_id}
          decks={decks}
          presentations={presentations}
          onChanged={() => void revalidate()}
          renderReady={(deck) => <DeckPages classId={class_id} deck={deck} />}
        />
      </Card>
    </Page>
  )
}
