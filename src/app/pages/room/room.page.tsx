import { type ShouldRevalidateFunctionArgs, useRouteLoaderData } from "react-router"
import { pageRequest } from "#ui/api.ts"
import { languageOf } from "#ui/language.ts"
import { ErrorScreen } from "#ui/layout/error-screen.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { FlashNotice, useFlash } from "#ui/toast.tsx"
import type { Route } from "./+types/room.page.ts"
import { serveRoom } from "./room.act.ts"
import { loadRoom } from "./room.load.ts"
import { roomPageTexts } from "./room-page.text.ts"
import { RoomView } from "./room-view.tsx"

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const text = roomPageTexts[languageOf(matches)]
  return [
    { title: text.metaTitle(loaderData?.scheduledClass.title) },
    { name: "description", content: text.description },
    { name: "robots", content: "noindex" },
  ]
}

export function loader({ context, params, request }: Route.LoaderArgs) {
  return loadRoom(context.get(pageRequest), params.classId, request)
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export function action(args: Route.ActionArgs) {
  return serveRoom(args)
}

/** Also after a refusal, which says that the page is out of date. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod !== undefined && formMethod !== "GET" ? true : defaultShouldRevalidate
}

export const handle = { fills: true, translated: true }

/** The live room of a class. */
export default function RoomPage({ loaderData, actionData }: Route.ComponentProps) {
  useFlash(actionData?.toast)
  return (
    <>
      <RoomView key={loaderData.scheduledClass.id} {...loaderData} />
      <noscript>
        <FlashNotice flash={actionData?.toast} />
      </noscript>
    </>
  )
}

export function ErrorBoundary() {
  const text = useTexts(roomPageTexts)
  const root = useRouteLoaderData("root") as { requestId?: string } | undefined
  return <ErrorScreen text={text.failed} referenceId={root?.requestId} />
}
