import { type ComponentProps, createContext, type ReactNode, useContext } from "react"

/**
 * Replaces the router when pages are rendered bare: the same components and hooks without routing, loading or
 * navigation. Everything not named here is the router's own, and fails if it needs a router.
 */
export * from "react-router"

export type BarePage = {
  path: string
  search: string
  rootData: unknown
  page: ReactNode
  title: string
  /** How the route wants to be sent. */
  handle: { static?: unknown; translated?: boolean } | undefined
}

export const BareRoute = createContext<BarePage | null>(null)

function useRoute(): BarePage {
  const route = useContext(BareRoute)
  if (!route) throw new Error("rendered outside of a bare route")
  return route
}

type To = string | { pathname?: string; search?: string }

type RouterProps = {
  to: To
  preventScrollReset?: boolean
  reloadDocument?: boolean
  replace?: boolean
  viewTransition?: boolean
  discover?: string
  prefetch?: string
  state?: unknown
  relative?: string
}

type LinkProps = Omit<ComponentProps<"a">, "href"> & RouterProps

function useHref(to: To): string {
  const { path, search } = useRoute()
  if (typeof to !== "string") return `${to.pathname ?? path}${to.search ?? search}`
  return to.startsWith("?") || to.startsWith("#") ? path + to : to
}

export function Link(props: LinkProps) {
  const {
    to,
    preventScrollReset,
    reloadDocument,
    replace,
    viewTransition,
    discover,
    prefetch,
    state,
    relative,
    ...rest
  } = props
  return <a {...rest} href={useHref(to)} />
}

type NavLinkProps = Omit<LinkProps, "className" | "children"> & {
  end?: boolean
  className?: string | ((state: { isActive: boolean; isPending: boolean }) => string | undefined)
  children?: ReactNode | ((state: { isActive: boolean; isPending: boolean }) => ReactNode)
}

export function NavLink({ className, children, end: _, ...props }: NavLinkProps) {
  const state = { isActive: useHref(props.to) === useRoute().path, isPending: false }
  return (
    <Link
      {...props}
      aria-current={state.isActive ? "page" : undefined}
      className={typeof className === "function" ? className(state) : className}
    >
      {typeof children === "function" ? children(state) : children}
    </Link>
  )
}

type FormProps = ComponentProps<"form"> &
  Omit<RouterProps, "to"> & { navigate?: boolean; fetcherKey?: string }

export function Form(props: FormProps) {
  const {
    preventScrollReset,
    reloadDocument,
    replace,
    viewTransition,
    discover,
    state,
    navigate,
    fetcherKey,
    ...rest
  } = props
  const { path, search } = useRoute()
  return <form {...rest} action={rest.action ?? path + search} method={rest.method ?? "get"} />
}

const nothing = () => {}
const idle = { state: "idle", location: undefined, formData: undefined, data: undefined } as const

export const useNavigation = () => idle
export const useFetcher = () => ({ ...idle, Form, submit: nothing, load: nothing })
export const useFetchers = () => []
export const useNavigate = () => nothing
export const useBlocker = () => ({ state: "unblocked" })
export const useSubmit = () => nothing
export const useRevalidator = () => ({ state: "idle", revalidate: nothing })
export const useNavigationType = () => "POP"
export const useActionData = () => undefined
export const useMatches = () => [{ handle: useRoute().handle }]
export const useRouteLoaderData = () => useRoute().rootData
export const useSearchParams = () => [new URLSearchParams(useRoute().search), nothing]

export function useLocation() {
  const { path, search } = useRoute()
  return { pathname: path, search, hash: "", state: null, key: "default" }
}

export const Outlet = () => useRoute().page
export const Meta = () => <title>{useRoute().title}</title>
export const Links = () => <link rel="stylesheet" href="/assets/root.css" />
export const Scripts = () => <script type="module" src="/assets/entry.js" async />
export const ScrollRestoration = () => null
