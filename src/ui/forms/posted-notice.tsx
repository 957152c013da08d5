import { useRouteLoaderData } from "react-router"
import { type Flash, FlashNotice } from "../toast.tsx"

/** Says what an action replied where no React shows it as a toast: to visitors, and without scripts. */
export function PostedNotice({ toast }: { toast: Flash | null | undefined }) {
  const root = useRouteLoaderData<{ viewer: unknown }>("root")
  if (!toast) return null
  if (root?.viewer) {
    return (
      <noscript>
        <FlashNotice flash={toast} />
      </noscript>
    )
  }
  return import.meta.env.SSR ? <FlashNotice flash={toast} /> : null
}
