// The chosen colours, before anything is drawn: a module would come too late, and the page would flash.

try {
  const chosen = JSON.parse(localStorage.getItem("turnwright-theme"));
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch { /* nothing is remembered */ }
