import type { LoaderFunction, LoaderFunctionArgs, ServerBuild } from "react-router"

type Routes = ServerBuild["routes"]
type Route = NonNullable<Routes[string]>

/**
 * The build with loaders whose data is rendered and never listed where a page is sent without React to everyone: the router
 * encodes what is listed for the browser, although no script is there to read it.
 */
export function withRenderedOnly(build: ServerBuild): ServerBuild {
  const patterns = new Set(
    Object.values(build.routes).flatMap((route) => (route && isOwn(route) ? route.path : [])),
  )
  const routes: Routes = Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => {
      const loader = route?.module.loader
      if (!route || !loader) return [id, route]
      const isFor = ({ pattern }: LoaderFunctionArgs) => patterns.has(pattern)
      return [id, { ...route, module: { ...route.module, loader: renderedOnly(loader, isFor) } }]
    }),
  )
  return { ...build, routes }
}

/** Whether an open page never asks for the data of this one. */
function isOwn({ module }: Route): boolean {
  const handle = module.handle as { static?: unknown; own?: boolean } | undefined
  return handle?.static === true && handle.own === true
}

type Loader = Extract<Route["module"]["loader"], (...args: never[]) => unknown>

function renderedOnly(loader: Loader, isFor: (args: LoaderFunctionArgs) => boolean): Loader {
  const load: LoaderFunction = async (args, context) => {
    const data: unknown = await loader(args as never, context as never)
    return isFor(args) && isPlain(data) ? unlisted(data) : data
  }
  return load as Loader
}

function isPlain(data: unknown): data is object {
  return typeof data === "object" && data !== null && Object.getPrototypeOf(data) === Object.prototype
}

function unlisted(data: object): object {
  const hidden = Object.entries(data).map(([name, value]) => [name, { value }])
  return Object.defineProperties({}, Object.fromEntries(hidden))
}
