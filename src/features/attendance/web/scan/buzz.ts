/** Tells a thumb whether a scan was understood: one buzz if so, two if not. Does nothing where there is no motor. */
export function buzz(isKnown: boolean): void {
  navigator.vibrate?.(isKnown ? 80 : [80, 80, 80])
}
