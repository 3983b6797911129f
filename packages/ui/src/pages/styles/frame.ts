/** The page around the content: background, product mark, card and footer. */
export const frame = `
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  --reach: min(34rem, 50vw - 16rem);
  margin: 0;
  min-height: 100vh;
  min-height: 100dvh;
  display: flex;
  flex-direction: column;
  align-items: center;
  padding: 3rem 1.5rem;
  background: var(--ground) radial-gradient(circle at 0 100%, transparent calc(var(--reach) * .68), var(--ripple) calc(var(--reach) * .68 + 1px) var(--reach), transparent calc(var(--reach) + 1px)) no-repeat fixed;
  color: var(--ink);
  font: 1rem/1.5 var(--font);
  overflow-wrap: anywhere;
  -webkit-font-smoothing: antialiased;
}
.brand, main, .foot { width: 100%; max-width: 26rem; }
.brand {
  display: flex;
  align-items: center;
  gap: .625rem;
  margin: auto 0 1.25rem;
  font-weight: 600;
  letter-spacing: -.005em;
}
.mark { flex: none; width: 1.75rem; height: 1.75rem; color: var(--accent); }
.logo { flex: none; height: 2rem; max-width: 10rem; object-fit: contain; object-position: left; }
main {
  padding: 2.25rem;
  background: var(--card);
  border: 1px solid var(--edge);
  border-radius: calc(var(--radius) * 1.75);
  box-shadow: 0 1px 2px rgb(0 0 0 / .04), 0 1rem 2.5rem -1.25rem rgb(0 0 0 / .18);
}
.foot { margin: 1.25rem 0 auto; color: var(--soft); font-size: var(--text-xs); }
.foot p { margin: 0; }
.foot-links { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
.foot-links a { display: inline-flex; align-items: center; min-height: 2.75rem; color: inherit; }
@media (max-width: 480px) {
  body { padding: 0; background: var(--card); }
  .brand { margin: 0; padding: 1.25rem 1.25rem 0; }
  main { padding: 1.75rem 1.25rem; border: 0; border-radius: 0; box-shadow: none; }
  .foot { margin: auto 0 0; padding: 0 1.25rem 1.5rem; }
}
`;
