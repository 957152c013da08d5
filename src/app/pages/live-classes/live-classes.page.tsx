import { type ShouldRevalidateFunctionArgs, useRouteLoaderData } from "react-router"
import { listTexts } from "#features/classes/web/texts/list.texts.ts"
import { pageRequest } from "#ui/api.ts"
import { PostedNotice } from "#ui/forms/posted-notice.tsx"
import { toastBeside } from "#ui/forms/poster.ts"
import { languageOf } from "#ui/language.ts"
import { ErrorScreen } from "#ui/layout/error-screen.tsx"
import { useMessages } from "#ui/messages/use-messages.ts"
import { useFlash } from "#ui/toast.tsx"
import type { Route } from "./+types/live-classes.page.ts"
import { serveLiveClasses } from "./live-classes.act.ts"
import { loadLiveClasses } from "./live-classes.load.ts"
import { LiveClassesList } from "./live-classes-list.tsx"

export const handle = { static: "visitors", inPlace: true, follows: true, translated: true }

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const text = listTexts[languageOf(matches)]
  const { chosen, event } = loaderData ?? {}
  return [
    ...(event ? [{ "script:ld+json": event }] : []),
    { title: chosen ? text.metaTitle(chosen.title) : text.title },
    { name: "description", content: text.description },
  ]
}

export function loader({ context, params, url, request }: Route.LoaderArgs) {
  const classId = "classId" in params ? params.classId : undefined
  return loadLiveClasses(context.get(pageRequest), url, classId, request)
}

export function action(args: Route.ActionArgs) {
  return serveLiveClasses(args)
}

/** Also after a refusal, which says that the page is out of date. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod !== undefined && formMethod !== "GET" ? true : defaultShouldRevalidate
}

/** The classes by day. */
export default function LiveClassesPage({ loaderData, actionData }: Route.ComponentProps) {
  useFlash(actionData?.toast)
  return (
    <>
      <LiveClassesList {...loaderData} reply={actionData} />
      <PostedNotice toast={loaderData.viewer ? actionData?.toast : toastBeside(actionData)} />
    </>
  )
}

export function ErrorBoundary() {
  const root = useRouteLoaderData("root") as { requestId?: string } | undefined
  const text = useMessages().errors.classesNotLoaded
  return <ErrorScreen text={text} referenceId={root?.requestId} />
}
