import RotateCw from "lucide-react/icons/rotate-cw"
import type { ReactNode } from "react"
import { isRouteErrorResponse, useLocation, useRouteLoaderData } from "react-router"
import { ButtonLink, buttonClass } from "../components/button.tsx"
import { LANGUAGE_TAGS } from "../language.ts"
import { useLanguage, useMessages } from "../messages/use-messages.ts"

interface ErrorScreenProps {
  /** The reference under which the server logged the failure. */
  referenceId?: string | undefined
  /** A fuller title and text, where the failure has one of its own: 'Failed to load classes. Please try again.' */
  title?: string
  text?: string
  /** The address to try again, where it is not the one that is shown. */
  again?: string
  /**
   * A retry would fail again, and a link would open the page without what was typed: the text says what to
   * do.
   */
  isFinal?: boolean
}

/** 'Something went wrong' with a Try Again that loads the same address anew, with or without scripts. */
export function ErrorScreen({ referenceId, title, text, again, isFinal = false }: ErrorScreenProps) {
  const words = useMessages().errors
  const { pathname, search } = useLocation()
  return (
    <NotebookPage
      title={title ?? words.title}
      text={text ?? (referenceId ? words.textWithReference : words.text)}
    >
      {isFinal ? null : (
        <a href={again ?? pathname + search} className={buttonClass({ size: "lg" })}>
          <RotateCw size={18} aria-hidden />
          {words.tryAgain}
        </a>
      )}
      <ButtonLink to="/" reloadDocument size="lg" variant="secondary">
        {words.returnHome}
      </ButtonLink>
      {referenceId ? (
        <p className="mt-2 w-full text-sm text-ink-muted">
          {words.reference}: <code className="font-mono text-ink select-all">{referenceId}</code>
        </p>
      ) : null}
    </NotebookPage>
  )
}

/** The error screen of a page: not found, the failure's own text, or a general one. */
export function RouteFailure({ error }: { error: unknown }) {
  const root = useRouteLoaderData("root") as { requestId?: string } | undefined
  const isResponse = isRouteErrorResponse(error)
  if (isResponse && error.status === 404) return <NotFoundScreen />
  const failure = isResponse ? (error.data as { failure?: string } | null)?.failure : undefined
  return <ErrorScreen referenceId={root?.requestId} {...(failure && { title: failure })} />
}

export function NotFoundScreen() {
  const words = useMessages().errors
  return (
    <NotebookPage mark="404" title={words.notFoundTitle} text={words.notFoundText}>
      <ButtonLink to="/" reloadDocument size="lg">
        {words.returnHome}
      </ButtonLink>
      <ButtonLink to="/courses" size="lg" variant="secondary">
        {words.browseCourses}
      </ButtonLink>
    </NotebookPage>
  )
}

interface NotebookPageProps {
  mark?: string
  title: string
  text: string
  children: ReactNode
}

function NotebookPage({ mark, title, text, children }: NotebookPageProps) {
  const language = LANGUAGE_TAGS[useLanguage()]
  return (
    <div lang={language} className="grid flex-1 place-items-center px-4 py-14">
      <div className="ruled-page w-full max-w-2xl rounded-panel border border-line bg-surface">
        {mark ? (
          <p aria-hidden className="text-[72px] leading-[72px] font-bold tracking-tighter text-danger">
            {mark}
          </p>
        ) : null}
        <h1 className="relative top-1 text-3xl leading-[36px]">{title}</h1>
        <p className="relative top-2 max-w-prose leading-[36px] text-ink-muted">{text}</p>
        <div className="mt-9 flex flex-wrap gap-3">{children}</div>
      </div>
    </div>
  )
}
