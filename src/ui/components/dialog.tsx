import X from "lucide-react/icons/x"
import { type MouseEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from "react"
import { cx } from "../cx.ts"
import { useMessages } from "../messages/use-messages.ts"
import { useHydrated } from "../use-hydrated.ts"
import { Button } from "./button.tsx"
import { enterDialog } from "./open-dialogs.ts"
import { showModal } from "./show-modal.ts"

const widths = { sm: "sm:max-w-md", md: "sm:max-w-xl", lg: "sm:max-w-3xl" }

interface DialogProps {
  open: boolean
  /** The person closed it: by Escape, the close button or a click outside. A page without React leaves it to its script. */
  onClose?: (() => void) | undefined
  title: ReactNode
  description?: ReactNode
  /** Buttons, in a bar that stays in sight. The main one last. */
  footer?: ReactNode
  size?: keyof typeof widths
  /** False while something runs that may not be left half done. */
  dismissible?: boolean
  role?: "dialog" | "alertdialog"
  children?: ReactNode
}

/**
 * A modal on the browser's own dialog element, which brings the focus trap, Escape and the return of the focus.
 * Keep it mounted and switch `open`. Rendered open by the server it shows, and closes, without scripts.
 */
export function Dialog({ open, onClose, size = "md", dismissible = true, role, ...parts }: DialogProps) {
  const id = useId()
  const hydrated = useHydrated()
  const dialog = useModal(open && hydrated)
  const pressedOutside = useRef(false)

  function leave(event: MouseEvent) {
    const outside = event.target === dialog.current
    if (outside && pressedOutside.current && dismissible) dialog.current?.close()
  }
  function notePress(event: SyntheticEvent) {
    pressedOutside.current = event.target === dialog.current
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way out is Escape, which the element handles
    <dialog
      ref={dialog}
      role={role}
      open={open && !hydrated ? true : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={parts.description ? `${id}-text` : undefined}
      onCancel={(event) => dismissible || event.preventDefault()}
      onClose={() => open && onClose?.()}
      onPointerDown={notePress}
      onClick={leave}
      className={cx(
        "sheet fixed inset-0 m-0 mt-auto max-h-[90dvh] w-full max-w-none flex-col overflow-hidden rounded-t-panel bg-surface-raised text-ink",
        "open:flex starting:open:translate-y-4 starting:open:opacity-0 sm:m-auto sm:h-fit sm:rounded-panel",
        "border border-line shadow-float",
        widths[size],
      )}
    >
      {open ? <DialogBody id={id} dismissible={dismissible} {...parts} /> : null}
    </dialog>
  )
}

type DialogBodyProps = Pick<DialogProps, "title" | "description" | "footer" | "dismissible" | "children"> & {
  id: string
}

function DialogBody({ id, title, description, footer, dismissible, children }: DialogBodyProps) {
  const text = useMessages().common
  return (
    <>
      <header className="grid shrink-0 gap-1 px-5 pt-5 pr-16 sm:px-7 sm:pt-6">
        <h2 id={`${id}-title`} className="text-heading">
          {title}
        </h2>
        {description ? (
          <p id={`${id}-text`} className="text-ink-muted">
            {description}
          </p>
        ) : null}
      </header>
      <div
        data-dialog-body
        className="min-h-0 overflow-y-auto overscroll-contain px-5 pb-6 not-empty:pt-4 sm:px-7"
      >
        {children}
      </div>
      {footer ? (
        <footer className="flex shrink-0 flex-col-reverse gap-3 border-t border-line px-5 py-4 sm:flex-row sm:justify-end sm:px-7">
          {footer}
        </footer>
      ) : null}
      {/* Last in order, so that the dialog opens with the focus on its first field. */}
      {dismissible ? (
        <form method="dialog" className="absolute top-3 right-3">
          <Button type="submit" variant="ghost" size="icon" aria-label={text.close}>
            <X size={20} aria-hidden />
          </Button>
        </form>
      ) : null}
    </>
  )
}

function useModal(open: boolean) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return
    if (!dialog.open) showModal(dialog)
    const leave = enterDialog(dialog)
    return () => {
      leave()
      dialog.close()
    }
  }, [open])
  return ref
}

interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** What will happen, and whether it can be undone. */
  description: string
  confirmLabel: string
  /** Called on confirmation; or name a form by its id, which the button then submits. */
  onConfirm?: () => void
  form?: string
  danger?: boolean
  busy?: boolean
  busyLabel?: string
  children?: ReactNode
}

/** Asks for confirmation. The focus starts on the harmless choice. */
export function ConfirmDialog({
  confirmLabel,
  onConfirm,
  form,
  danger,
  busy,
  busyLabel,
  ...dialog
}: ConfirmDialogProps) {
  const text = useMessages().common
  const footer = (
    <>
      <Button variant="secondary" onClick={dialog.onClose} disabled={busy}>
        {text.cancel}
      </Button>
      <Button
        type={form ? "submit" : "button"}
        form={form}
        variant={danger ? "danger" : "primary"}
        busy={busy}
        busyLabel={busyLabel}
        onClick={onConfirm}
      >
        {confirmLabel}
      </Button>
    </>
  )
  return <Dialog {...dialog} size="sm" role="alertdialog" dismissible={!busy} footer={footer} />
}
