import { defineConfig } from "@playwright/test"

/** Two of them at once take several times as long as one after the other. */
const WITH_VIDEO =
  /(live-class|recordings|recordings-consent|recordings-full|room|room-address|room-tools|mishaps)\.spec\.ts$/
/** They count pictures of a tab that nobody sees, or wait for minutes; others that encode pictures disturb them. */
const ALONE = /recordings-(hidden|cut)\.spec\.ts$/

/** Journeys in the system's Chromium, on the production build, against the real video server. */
export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/seeded.ts",
  // On a machine that has much else to do everything takes longer, and is right all the same.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  // Each worker has products of its own, on free ports. CPU bounds the pages, while rooms wait for minutes.
  workers: 3,
  projects: [
    { name: "video", testMatch: WITH_VIDEO, workers: 1 },
    { name: "pages", testIgnore: [WITH_VIDEO, ALONE], workers: 2 },
    // With nothing beside it: `npm run test:faults`.
    ...(process.env.FAULTS ? [{ name: "alone", testMatch: ALONE, workers: 1 }] : []),
  ],
  // A journey that needs a second try hides a fault of its own or of the product.
  retries: 0,
  reporter: [["list"]],
  outputDir: "test-results",
  use: {
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    // Tracing every step takes a fifth of the journeys' time: `npx playwright test --trace retain-on-failure`.
    trace: "off",
    screenshot: "only-on-failure",
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--use-fake-ui-for-media-stream",
        // A camera of few pictures: encoding them is most of what a room costs a machine without a graphics card.
        "--use-fake-device-for-media-stream=fps=8",
        "--autoplay-policy=no-user-gesture-required",
        "--allow-loopback-in-peer-connection",
      ],
    },
  },
})
