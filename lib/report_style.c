// SPDX-License-Identifier: GPL-2.0-only
/*
 * report_style.c - the style sheet of a report. Declared in report_html.h.
 *
 * Colours are variables, set for light, dark and paper; pictures use the same ones (gnuplot.h:
 * colour N is --pN). A verdict is told by its word as well as by its colour.
 */
#include "report_html.h"

#define LIGHT                                                                                      \
	"--paper:#fbfaf8;--card:#fff;--ink:#1d2125;--soft:#5d646b;--rule:#e2dfd8;--wash:#f3f1ec;"  \
	"--bad:#a8281e;--bad-wash:#fbe9e6;--odd:#7d5a00;--odd-wash:#fbf1d6;--good:#1f6b42;"        \
	"--good-wash:#e4f3ea;--same:#4a5560;--same-wash:#edeff1;"                                  \
	"--p1:#5d646b;--p2:#dedad2;--p10:#2f6db3;--p11:#cc5f22;--p12:#2f8a5b;--p13:#8953a6;"       \
	"--p14:#a07c14;--p15:#53616e;--p16:#b8457a;--p17:#1d8a96;"

#define DARK                                                                                         \
	"--paper:#14171a;--card:#1b1f23;--ink:#e6e8ea;--soft:#9aa3ab;--rule:#2e353b;--wash:#22272c;" \
	"--bad:#ff9d90;--bad-wash:#43201c;--odd:#f0c95c;--odd-wash:#3a2f12;--good:#7fd3a2;"          \
	"--good-wash:#173526;--same:#b3bcc4;--same-wash:#2a3036;"                                    \
	"--p1:#9aa3ab;--p2:#333b42;--p10:#74aef0;--p11:#f0925a;--p12:#6cc796;--p13:#c490e4;"         \
	"--p14:#d9b84e;--p15:#a9b6c2;--p16:#ec86b4;--p17:#62c6d0;"

const char cg_report_style[] =
	":root{color-scheme:light dark;" LIGHT "}"
	"@media (prefers-color-scheme:dark){:root{" DARK "}}"
	"*{box-sizing:border-box}"
	"body{margin:0;background:var(--paper);color:var(--ink);"
	"font:15px/1.5 system-ui,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif;"
	"font-variant-numeric:tabular-nums}"
	"main,header,footer{max-width:66rem;margin:0 auto;padding:0 1.5rem}"
	"header{padding-top:2.6rem;padding-bottom:.4rem}"
	"h1{font-size:1.95rem;line-height:1.2;font-weight:650;letter-spacing:-.015em;margin:.2rem 0 .5rem}"
	"h2{font-size:1.3rem;font-weight:650;letter-spacing:-.01em;margin:0 0 .15rem}"
	"h3{font-size:.95rem;font-weight:650;margin:1.6rem 0 .5rem}"
	"p{margin:.3rem 0}"
	".brand{font-size:.78rem;letter-spacing:.09em;text-transform:uppercase;color:var(--soft);margin:0}"
	".sub,.why,figcaption,.note{color:var(--soft);font-size:.87rem}"
	"code,pre,.mono{font-family:ui-monospace,'SF Mono','Cascadia Mono','DejaVu Sans Mono',monospace;"
	"font-size:.87em}"
	"section{margin:2.6rem 0 0;padding-top:1.5rem;border-top:1px solid var(--rule)}"
	"section.verdicts{border:0;margin-top:.8rem;padding-top:0}"
	/* Verdicts. */
	".list{list-style:none;margin:0;padding:0;background:var(--card);border:1px solid var(--rule);"
	"border-radius:8px;overflow:hidden}"
	".list li{display:grid;grid-template-columns:7.4rem minmax(0,1fr) 16.5rem;gap:0 1rem;"
	"align-items:center;padding:.55rem .9rem;border-top:1px solid var(--rule);break-inside:avoid}"
	".list li:first-child{border-top:0}"
	".what{font-weight:550;overflow-wrap:anywhere}"
	".why{display:block;font-weight:400;overflow-wrap:anywhere}"
	".badge{justify-self:start;font-size:.8rem;font-weight:600;padding:.1rem .55rem;border-radius:99px;"
	"white-space:nowrap;background:var(--same-wash);color:var(--same)}"
	".bad .badge,.badge.bad{background:var(--bad-wash);color:var(--bad)}"
	".odd .badge,.badge.odd{background:var(--odd-wash);color:var(--odd)}"
	".good .badge,.badge.good{background:var(--good-wash);color:var(--good)}"
	".skipped .badge{background:none;border:1px dashed var(--soft);color:var(--soft)}"
	".figures{text-align:right;white-space:nowrap}"
	".figures small{color:var(--soft);margin-left:.55rem}.figures b{font-weight:600}"
	".pair{display:block;font-size:.88rem;line-height:1.45}.pair code{color:var(--soft);margin-right:.3rem}"
	/* A ratio and its interval on a logarithmic scale from 1/4 to 4. */
	".scale{position:relative;display:block;height:9px;margin-top:.25rem;background:"
	"linear-gradient(var(--rule),var(--rule)) center/100% 1px no-repeat}"
	".scale::before{content:'';position:absolute;left:50%;top:0;bottom:0;width:1px;background:var(--soft)}"
	".scale i{position:absolute;top:3px;height:3px;border-radius:2px;background:var(--same);opacity:.55}"
	".scale b{position:absolute;top:1px;width:7px;height:7px;margin-left:-3.5px;border-radius:50%;"
	"background:var(--same)}"
	".bad .scale i,.bad .scale b{background:var(--bad)}.good .scale i,.good .scale b{background:var(--good)}"
	/* Tables. */
	".wide{overflow-x:auto;margin:.4rem 0}"
	"table{border-collapse:collapse;font-size:.9rem;min-width:24rem}"
	"th,td{padding:.28rem .9rem .28rem 0;text-align:left;vertical-align:baseline;"
	"border-bottom:1px solid var(--rule)}"
	"thead th{font-weight:600;color:var(--soft);font-size:.82rem;border-bottom:1px solid var(--soft)}"
	"tbody th{font-weight:400;white-space:nowrap}"
	"td.n,th.n{text-align:right;white-space:nowrap;padding-right:1.3rem}"
	"table.full{width:100%;max-width:54rem}table.full td.m:last-child{width:45%}td.k{white-space:nowrap}"
	"th.v{padding-left:1.2rem}td.v{padding-left:1.2rem;padding-right:.6rem}"
	"td.iv{white-space:nowrap;font-size:.8rem;padding-right:1.3rem}"
	"td small{color:var(--soft);font-size:.82em;margin-left:.5rem}"
	"td.m{color:var(--soft);font-size:.85rem}"
	"tr.lead .v,tr.lead th{font-weight:600}"
	".na{color:var(--soft)}"
	".key{display:inline-block;width:.62rem;height:.62rem;border-radius:50%;margin-right:.4rem}"
	".bar{display:block;height:6px;margin:.15rem 0 .12rem;border-radius:0 3px 3px 0;min-width:1px}"
	"td.b{min-width:8.5rem;padding-right:1.3rem}"
	".zero{color:var(--soft)}"
	".heat td{text-align:center;padding:.3rem .35rem;border:2px solid var(--paper);border-radius:6px;"
	"line-height:1.25}"
	".heat thead th{vertical-align:bottom;text-align:center;padding:.3rem .35rem;font-size:.78rem;border:0}"
	".heat tbody th{border:0;padding-right:1rem}.heat{border-collapse:separate;border-spacing:0;min-width:0}"
	".heat small{display:block;margin:0;font-size:.72rem;color:inherit}"
	".heat .good{background:var(--good-wash);color:var(--good)}"
	".heat .bad{background:color-mix(in srgb,var(--bad) var(--heat,30%),var(--bad-wash));color:var(--bad)}"
	".heat .bad.hot{color:var(--card)}"
	".heat .skipped{color:var(--soft);background:var(--wash)}.heat .odd{background:var(--odd-wash);color:var(--odd)}"
	/* Pictures. */
	"figure{margin:1rem 0;max-width:54rem;break-inside:avoid}"
	"figure svg{display:block;width:100%;height:auto}"
	"figure svg g{font-family:inherit}"
	"figcaption{margin-top:.2rem}"
	/* The rest. */
	".warn{margin:.9rem 0;padding:.5rem .9rem;border-left:3px solid var(--odd);background:var(--odd-wash);"
	"border-radius:0 6px 6px 0;font-size:.9rem;break-inside:avoid}"
	".warn ul{margin:.2rem 0;padding-left:1.1rem}.warn li{overflow-wrap:anywhere}"
	"details{margin:.5rem 0}summary{cursor:pointer;font-size:.9rem;color:var(--soft)}"
	"summary:hover{color:var(--ink)}"
	"details.run{border:1px solid var(--rule);border-radius:8px;padding:.45rem .9rem;background:var(--card)}"
	"details.run>summary{color:var(--ink)}"
	"pre{overflow:auto;max-height:28rem;padding:.7rem .9rem;background:var(--wash);border-radius:6px;"
	"line-height:1.4}"
	"dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.15rem 1.2rem;font-size:.88rem;margin:.5rem 0}"
	"dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}"
	"nav{margin:.9rem 0 0;font-size:.9rem}nav a{margin-right:1.1rem;white-space:nowrap}"
	"a{color:var(--p10);text-decoration-thickness:1px;text-underline-offset:3px}"
	"footer{margin-top:3rem;padding-bottom:2.5rem;color:var(--soft);font-size:.82rem}"
	"@media (max-width:44rem){.list li{grid-template-columns:minmax(0,1fr)}.figures{text-align:left}}"
	"@media print{:root{color-scheme:light;" LIGHT "--paper:#fff}"
	"body{font-size:9.5pt}main,header,footer{max-width:none;padding:0}header{padding-top:0}"
	"nav,.fold-only{display:none}section{margin-top:1.4rem;padding-top:.9rem}"
	"pre{max-height:none;overflow:visible;white-space:pre-wrap}.wide{overflow:visible}"
	"tr,.list li{break-inside:avoid}h2,h3{break-after:avoid}"
	"details:not([open]){display:none}details.more{display:block}.more>summary{display:none}"
	"details.more::details-content{content-visibility:visible;display:block}"
	"*{-webkit-print-color-adjust:exact;print-color-adjust:exact}}";
