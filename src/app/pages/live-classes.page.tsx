import { type ShouldRevalidateFunctionArgs, useRouteLoaderData } from "react-router"
import { pageRequest } from "#ui/api.ts"
import { ErrorScreen } from "#ui/layout/error-screen.tsx"
import { useMessages } from "#ui/messages/use-messages.ts"
import { FlashNotice, useFlash } from "#ui/toast.tsx"
import type { Route } from "./+types/live-classes.page.ts"
import { serveLiveClasses } from "./live-classes.act.ts"
import { loadLiveClasses } from "./live-classes.load.ts"
import { LiveClassesList } from "./live-classes-list.tsx"
import { LiveClassesRoom } from "./live-classes-room.tsx"

export function meta({ loaderData }: Route.MetaArgs) {
  const named = loaderData?.view === "room" ? loaderData.session : loaderData?.chosen
  const event = loaderData?.view === "list" ? loaderData.event : null
  return [
    ...(event ? [{ "script:ld+json": event }] : []),
    { title: named ? `${named.title} · Live Classes` : "Live Classes" },
    {
      name: "description",
      content:
        "Live online classes by day and curriculum: see what is on now, take a seat, ask for a free demo.",
    },
  ]
}

export function loader({ context, params, url, request }: Route.LoaderArgs) {
  const classId = "classId" in params ? params.classId : undefined
  return loadLiveClasses(context.get(pageRequest), url, classId, request)
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export function action(args: Route.ActionArgs) {
  return serveLiveClasses(args)
}

/** Also after a refusal, which says that the page is out of date. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod !== undefined && formMethod !== "GET" ? true : defaultShouldRevalidate
}

/** The classes by day, or the room of one of them. */
export default function LiveClassesPage({ loaderData, actionData }: Route.ComponentProps) {
  useFlash(actionData?.toast)
  return (
    <>
      {loaderData.view === "room" ? (
        <LiveClassesRoom key={loaderData.session.id} {...loaderData} />
      ) : (
        <LiveClassesList {...loaderData} lastResult={actionData?.form} />
      )}
      <noscript>
        <FlashNotice flash={actionData?.toast} />
      </noscript>
    </>
  )
}

export function ErrorBoundary() {
  const root = useRouteLoaderData("root") as { requestId?: string } | undefined
  const text = useMessages().errors.classesNotLoaded
  return <ErrorScreen text={text} referenceId={root?.requestId} />
}
