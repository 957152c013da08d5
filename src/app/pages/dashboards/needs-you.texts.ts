const many = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`

const en = {
  title: "Needs you",
  requests: (count: number) => many(count, "demo request to answer", "demo requests to answer"),
  calls: (count: number) => many(count, "parent to call back", "parents to call back"),
  messages: (count: number) => many(count, "message to a parent to decide", "messages to parents to decide"),
  absence: (child: string, title: string) => `${child} missed ${title}`,
  tellWhy: "Tell us why",
}

const hi: typeof en = {
  title: "आपको करना है",
  requests: (count) => `${count} डेमो अनुरोध जवाब के इंतज़ार में`,
  calls: (count) => `${count} माता-पिता को फ़ोन करना है`,
  messages: (count) => `माता-पिता को ${count} मैसेज आपके फ़ैसले के इंतज़ार में`,
  absence: (child, title) => `${child} की क्लास छूटी: ${title}`,
  tellWhy: "कारण बताइए",
}

/** The texts of what waits for a person on their dashboard. */
export const needsYouTexts = { en, hi }
