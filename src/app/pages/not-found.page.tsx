import { data } from "react-router"
import { pageRequest } from "#ui/api.ts"
import { NotFoundScreen } from "#ui/layout/error-screen.tsx"
import { messagesIn } from "#ui/messages/use-messages.ts"
import type { Route } from "./+types/not-found.page.ts"

export const handle = { static: true, translated: true }

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData?.title }, { name: "robots", content: "noindex" }]
}

export function loader({ context }: Route.LoaderArgs) {
  const { notFoundTitle } = messagesIn(context.get(pageRequest).language).errors
  return data({ title: notFoundTitle }, { status: 404 })
}

export function action() {
  return data({ title: null }, { status: 404 })
}

export default function NotFoundPage() {
  return <NotFoundScreen />
}
