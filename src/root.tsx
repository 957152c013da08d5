import "#ui/styles.css"
import { useEffect } from "react"
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteLoaderData,
} from "react-router"
import brand from "#content/brand.json" with { type: "json" }
import { pageRequest, takeFlash } from "#ui/api.ts"
import { followSession } from "#ui/follow-session.ts"
import { ErrorScreen, NotFoundScreen } from "#ui/layout/error-screen.tsx"
import { SiteHead } from "#ui/layout/site-head.tsx"
import { SiteShell } from "#ui/layout/site-shell.tsx"
import { NavigationProgress } from "#ui/progress-bar.tsx"
import { RouteFocus } from "#ui/route-focus.tsx"
import staticPageScript from "#ui/static-page.ts?worker&url"
import { readTheme, themeAttribute } from "#ui/theme.ts"
import { FlashNotice, Toasts, useFlash } from "#ui/toast.tsx"
import type { Route } from "./+types/root.ts"

export function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  return {
    viewer: page.viewer && {
      id: page.viewer.user_id,
      firstName: page.viewer.first_name,
      email: page.viewer.email,
      role: page.viewer.role,
    },
    theme: readTheme(request.headers.get("cookie")),
    flash: takeFlash(request, page),
    requestId: page.requestId,
    nonce: page.nonce,
    origin: page.origin,
  }
}

/** What a route may say of itself: `static` sends no scripts, `bare` leaves the footer out. */
type Handle = { static?: boolean; bare?: boolean } | undefined

export function Layout({ children }: { children: React.ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root")
  const theme = data?.theme ?? "system"
  const handle = useMatches().at(-1)?.handle as Handle
  // The browser hides a nonce once the page is parsed, so it may differ when React compares.
  const nonce = data?.nonce
  return (
    <html lang="en-IN" data-theme={themeAttribute(theme)} data-viewer={data?.viewer?.id ?? ""}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <SiteHead origin={data?.origin} name={brand.name} theme={theme} />
        <Meta />
        <Links />
      </head>
      <body>
        <SiteShell
          viewer={data?.viewer ?? null}
          brand={brand}
          theme={theme}
          hideFooter={handle?.bare ?? false}
        >
          {children}
        </SiteShell>
        {handle?.static ? (
          <>
            <FlashNotice flash={data?.flash} />
            <script type="module" src={staticPageScript} nonce={nonce} suppressHydrationWarning />
          </>
        ) : (
          <>
            <Toasts />
            <noscript>
              <FlashNotice flash={data?.flash} />
            </noscript>
            <RouteFocus />
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  )
}

export function meta() {
  return [{ title: brand.name }]
}

export default function Root({ loaderData }: Route.ComponentProps) {
  useFlash(loaderData.flash)
  useEffect(() => {
    document.documentElement.dataset.ready = "true"
    followSession()
    if (import.meta.env.PROD) void navigator.serviceWorker?.register("/sw.js").catch(() => {})
  }, [])
  return (
    <>
      <NavigationProgress />
      <Outlet />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const data = useRouteLoaderData<typeof loader>("root")
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundScreen />
  return <ErrorScreen referenceId={data?.requestId} />
}
