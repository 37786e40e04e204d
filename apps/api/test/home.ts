/** Where the app is. */
export const home = new URL("..", import.meta.url).pathname
