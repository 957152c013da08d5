import { data } from "react-router"
import { NotFoundScreen } from "#ui/layout/error-screen.tsx"

export const handle = { static: true }

export function meta() {
  return [{ title: "Page not found" }]
}

export function loader() {
  return data(null, { status: 404 })
}

export function action() {
  return data(null, { status: 404 })
}

export default function NotFoundPage() {
  return <NotFoundScreen />
}
