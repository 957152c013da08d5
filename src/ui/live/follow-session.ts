const KEY = "kaksha.viewer"

/**
 * Tells the other tabs who is signed in, by the id that the page was rendered for, and reloads this page when
 * another tab reports a different person. It checks the sign-in session first: what a tab shows may be old.
 */
export function followSession(): void {
  const mine = document.documentElement.dataset.viewer ?? ""
  try {
    if (localStorage.getItem(KEY) !== mine) localStorage.setItem(KEY, mine)
  } catch {
    // Without storage there is nothing to share.
    return
  }
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key !== KEY || newValue === mine) return
    void whoIsSignedIn().then((now) => {
      if (now !== null && now !== mine) window.location.reload()
    })
  })
}

/** Returns the id of the signed-in person, empty for a visitor, null without a response. */
async function whoIsSignedIn(): Promise<string | null> {
  try {
    const answer = await fetch("/api/v1/session")
    if (answer.status === 401) return ""
    return answer.ok ? ((await answer.json()) as { user_id: string }).user_id : null
  } catch {
    return null
  }
}
