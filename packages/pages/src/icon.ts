/** The picture in the tab of a browser: a cowrie shell. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <rect width="32" height="32" rx="7" fill="#0b5a4d" />
  <ellipse cx="16" cy="16" rx="8" ry="11" fill="#fff" />
  <path d="M16 8v16M13.5 11h5M13.5 14.3h5M13.5 17.7h5M13.5 21h5" stroke="#0b5a4d" stroke-width="1.6" stroke-linecap="round" />
</svg>
`
