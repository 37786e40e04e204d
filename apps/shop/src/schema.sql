-- An order that was not placed yet is a basket, and a browser has one at a time.
create table if not exists orders (
  id text primary key,
  browser text not null,
  lines text not null check (json_valid(lines)),
  total integer,
  name text,
  note text,
  way text,
  payins integer not null default 1,
  placed_at text check (placed_at is null or total > 0),
  fulfilled_at text
) strict;
create unique index if not exists baskets on orders (browser) where placed_at is null;
create index if not exists orders_by_time on orders (placed_at);
create table if not exists sold (good text primary key, pieces integer not null) strict;
